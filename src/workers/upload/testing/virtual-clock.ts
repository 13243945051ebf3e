import type { Clock } from '../../../lib/time/clock.ts'

type Timer = { at: number; end: () => void }

/** Waits for everything that needs no timer: microtasks and reads of files. */
const createSettle = () => {
  const { port1, port2 } = new MessageChannel()
  port2.start()
  return async () => {
    for (let turn = 0; turn < 2; turn++) {
      const received = new Promise((resolve) => port2.addEventListener('message', resolve, { once: true }))
      port1.postMessage(turn)
      await received
    }
  }
}

const firstOf = (timers: Iterable<Timer>): Timer | undefined => {
  let first: Timer | undefined
  for (const timer of timers) if (!first || timer.at < first.at) first = timer
  return first
}

/** A clock that moves only when the test advances it. */
export const createVirtualClock = () => {
  const timers = new Set<Timer>()
  const settle = createSettle()
  let time = 1_000_000
  let wrong = 0

  const clock: Clock = {
    now: () => time + wrong,
    elapsed: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (ms <= 0 || signal?.aborted) return resolve()
        const timer: Timer = {
          at: time + ms,
          end: () => {
            timers.delete(timer)
            resolve()
          },
        }
        timers.add(timer)
        signal?.addEventListener('abort', timer.end, { once: true })
      }),
  }

  /** Advances by `ms`, and stops at every timer on the way. */
  const advance = async (ms: number) => {
    const until = time + ms
    await settle()
    for (;;) {
      const next = firstOf(timers)
      if (!next || next.at > until) break
      time = next.at
      next.end()
      await settle()
    }
    time = until
  }

  return {
    clock,
    advance,
    /**
     * Sets the wall clock forward or back by so many ms, like a person or a time server. Timers are not
     * affected.
     */
    jump: (ms: number) => {
      wrong += ms
    },
  }
}
