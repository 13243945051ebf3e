import type { Clock } from '../../../lib/clock.ts'

/** ms between two probes: the upload goes on at most 2 s after the connection is back, as no request is waited for then. */
const probeInterval = 1500

/** Whether the object store can be reached at all, found out by asking it and not by `navigator.onLine`. */
export type Connection = {
  isLost: () => boolean
  /** Asks the object store, after a request had no answer: whether nothing answers at all. */
  checkLost: () => Promise<boolean>
  /** Tells when the connection is lost, and when it is back. */
  subscribe: (listener: (lost: boolean) => void) => () => void
}

/** A yes or no that tells its changes. */
const createFlag = () => {
  const listeners = new Set<(value: boolean) => void>()
  let value = false
  return {
    is: () => value,
    set: (next: boolean) => {
      if (value === next) return
      value = next
      for (const listener of listeners) listener(value)
    },
    subscribe: (listener: (value: boolean) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Watches the connection only while it is lost. Probes overlap, because one sent into a dead network can hang for much
 * longer than the network stays dead. `probe` resolves to whether anything answered.
 */
export const createConnection = (probe: () => Promise<boolean>, clock: Pick<Clock, 'sleep'>): Connection => {
  const lost = createFlag()
  let checking: Promise<boolean> | undefined

  const watch = async () => {
    while (lost.is()) {
      void probe().then((answered) => answered && lost.set(false))
      await clock.sleep(probeInterval)
    }
  }

  const check = async () => {
    const answered = await probe()
    const isNews = lost.is() === answered
    lost.set(!answered)
    if (isNews && !answered) void watch()
    return lost.is()
  }

  return {
    isLost: lost.is,
    checkLost: () => {
      checking ??= check().finally(() => {
        checking = undefined
      })
      return checking
    },
    subscribe: lost.subscribe,
  }
}
