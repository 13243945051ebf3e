import type { Clock } from '../../../lib/time/clock.ts'

type Timer = { at: number; end: () => void }

/** Creates a function that waits for everything that needs no timer: microtasks and reads of files. */
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

const findEarliest = (timers: Iterable<Timer>): Timer | undefined => {
  let earliest: Timer | undefined
  for (const timer of timers) if (!earliest || timer.at < earliest.at) earliest = timer
  return earliest
}

/** Creates a clock that moves only when the test advances it. */
export const createVirtualClock = () => {
  const timers = new Set<Timer>()
  const settle = createSettle()
  let time = 1_000_000
  let clockError = 0

  const clock: Clock = {
    now: () => time + clockError,
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
    const end = time + ms
    await settle()
    for (;;) {
      const next = findEarliest(timers)
      if (!next || next.at > end) break
      time = next.at
      next.end()
      await settle()
    }
    time = end
  }

  return {
    clock,
    advance,
    /**
     * Sets the wall clock forward or back by `ms`, like a coach or a time server. Timers are not affected.
     */
    jump: (ms: number) => {
      clockError += ms
    },
  }
}
