import type { Locks } from '../../platform/locks.ts'

type Context = 'window' | 'service-worker'

/** Locks shared by the contexts of one test. A killed context releases its lock, as a closed tab does. */
export const createInMemoryLocks = () => {
  let last: Promise<unknown> = Promise.resolve()
  let lastHolder: Context = 'window'
  return {
    /** The locks as one context sees them. `killed` resolves when that context dies. */
    of: (killed: Promise<void> = new Promise(() => undefined), context: Context = 'window'): Locks => ({
      hold: (_, __, work) => {
        const signal = new AbortController().signal
        const before = last
        const held = before.then(() => {
          lastHolder = context
          return work(signal)
        })
        last = before.then(() => Promise.race([held.catch(() => undefined), killed]))
        return held
      },
      isHeldByServiceWorker: async () => lastHolder === 'service-worker',
    }),
  }
}
