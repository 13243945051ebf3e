import type { Clock } from './ports.ts'

/** ms between two probes: the upload goes on at most 2 s after the connection is back. */
const probeInterval = 1500

/** Whether the object store can be reached at all, found out by asking it and not by `navigator.onLine`. */
export type Connection = {
  isLost: () => boolean
  /** Asks the object store, after a request had no answer: whether nothing answers at all. */
  checkLost: () => Promise<boolean>
  /** Tells when the connection is lost, and when it is back. */
  subscribe: (listener: (lost: boolean) => void) => () => void
}

/**
 * Watches the connection only while it is lost. Probes overlap, because one sent into a dead network can hang for much
 * longer than the network stays dead. `probe` resolves to whether anything answered.
 */
export const createConnection = (probe: () => Promise<boolean>, clock: Pick<Clock, 'sleep'>): Connection => {
  const listeners = new Set<(lost: boolean) => void>()
  let lost = false
  let checking: Promise<boolean> | undefined

  const isLost = () => lost

  const set = (next: boolean) => {
    if (lost === next) return
    lost = next
    for (const listener of listeners) listener(lost)
  }

  const hear = (answered: boolean) => {
    if (answered) set(false)
  }

  const watch = async () => {
    while (isLost()) {
      void probe().then(hear)
      await clock.sleep(probeInterval)
    }
  }

  const check = async () => {
    const answered = await probe()
    if (!answered && !lost) {
      set(true)
      void watch()
    } else if (answered) set(false)
    return lost
  }

  return {
    isLost,
    checkLost: () => {
      checking ??= check().finally(() => {
        checking = undefined
      })
      return checking
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
