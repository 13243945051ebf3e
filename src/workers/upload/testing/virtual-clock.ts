import type { Clock } from '../engine/ports.ts'

type Timer = { at: number; end: () => void }

/** Lets everything happen that does not wait for time: microtasks, and reads of files. */
const settle = async () => {
  const { port1, port2 } = new MessageChannel()
  for (let turn = 0; turn < 4; turn++) {
    const received = new Promise((resolve) => port2.addEventListener('message', resolve, { once: true }))
    port2.start()
    port1.postMessage(turn)
    await received
  }
  port1.close()
}

/** A clock that moves only when it is told to. */
export const createVirtualClock = () => {
  const timers = new Set<Timer>()
  let time = 1_000_000

  const clock: Clock = {
    now: () => time,
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

  /** Moves on by `ms`, stopping at every timer on the way. */
  const advance = async (ms: number) => {
    const until = time + ms
    await settle()
    for (;;) {
      const [next] = [...timers].sort((a, b) => a.at - b.at)
      if (!next || next.at > until) break
      time = next.at
      next.end()
      await settle()
    }
    time = until
  }

  return { clock, advance }
}
