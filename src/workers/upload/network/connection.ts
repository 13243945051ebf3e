import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/**
 * ms between two probes. An upload resumes at most 2 s after the connection is back, because no request is
 * awaited then.
 */
const probeInterval = 1500

/** Whether the object store can be reached. Found out by sending it a request, not by `navigator.onLine`. */
export type Connection = {
  isLost: () => boolean
  /** Probes the object store after a request got no response. Resolves to whether nothing responds at all. */
  checkLost: () => Promise<boolean>
  /** Calls the listener when the connection is lost, and when it is back. */
  subscribe: (listener: (lost: boolean) => void) => () => void
}

/**
 * Watches the connection only while it is lost. Probes overlap, because a probe that was sent into a dead
 * network can hang for much longer than the network stays dead. `probe` resolves to whether anything
 * answered.
 */
export const createConnection = (probe: () => Promise<boolean>, clock: Pick<Clock, 'sleep'>): Connection => {
  const lost = createStore(false)
  let checking: Promise<boolean> | undefined

  const watch = async () => {
    while (lost.get()) {
      void probe().then((answered) => answered && lost.set(false))
      await clock.sleep(probeInterval)
    }
  }

  const check = async () => {
    const answered = await probe()
    const isNews = lost.get() === answered
    lost.set(!answered)
    if (isNews && !answered) void watch()
    return lost.get()
  }

  return {
    isLost: lost.get,
    checkLost: () => {
      checking ??= check().finally(() => {
        checking = undefined
      })
      return checking
    },
    subscribe: (listener) => lost.subscribe(() => listener(lost.get())),
  }
}
