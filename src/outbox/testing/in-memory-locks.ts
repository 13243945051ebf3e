import type { Locks } from '../../platform/locks.ts'

/** Locks shared by the contexts of one test. A killed context releases its lock, as a closed tab does. */
export const createInMemoryLocks = () => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** The locks as one context sees them. `killed` resolves when that context dies. */
    of: (killed: Promise<void> = new Promise(() => undefined)): Locks => ({
      hold: (_, __, work) => {
        const signal = new AbortController().signal
        const before = last
        const held = before.then(() => work(signal))
        last = before.then(() => Promise.race([held.catch(() => undefined), killed]))
        return held
      },
    }),
  }
}
