import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'
import { fail } from '../../../lib/result.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import type { ObjectTransport } from '../transport/object-transport.ts'

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

/**
 * Waits for a request only while there is a connection. A request that was sent into a dead network may hang
 * for minutes after the connection is back, and its task would do nothing until then. The request is
 * abandoned and treated like a request whose response was lost.
 */
const createUntil =
  ({ isLost, subscribe }: Connection) =>
  <A extends unknown[], T>(
    request: (...args: A) => StorageResult<T>,
    onLate?: (value: T, ...args: A) => void,
  ) =>
  (...args: A): StorageResult<T> => {
    if (isLost()) return Promise.resolve(fail({ kind: 'offline' }))
    return new Promise((resolve, reject) => {
      let isLate = false
      const stop = subscribe((lost) => {
        if (!lost) return
        isLate = true
        stop()
        resolve(fail({ kind: 'offline' }))
      })
      request(...args)
        .finally(stop)
        .then((result) => {
          if (isLate && result.ok) onLate?.(result.value, ...args)
          resolve(result)
        }, reject)
    })
  }

/**
 * Wraps a transport so that its requests end as `offline` when the connection is lost, also requests that no
 * signal can abort.
 */
export const abandonWhenOffline = (transport: ObjectTransport, connection: Connection): ObjectTransport => {
  const until = createUntil(connection)
  return {
    create: until(
      (object) => transport.create(object),
      // The upload was created after the task continued without it: no part of it will ever be sent.
      ({ uploadId }, { key }) => void transport.abort(key, uploadId),
    ),
    // Not wrapped: the part's own signal aborts it, and it occupies its slot until it is aborted.
    sendPart: (...args) => transport.sendPart(...args),
    listParts: until((...args) => transport.listParts(...args)),
    complete: until((...args) => transport.complete(...args)),
    abort: until((...args) => transport.abort(...args)),
    listObjects: until((...args) => transport.listObjects(...args)),
    listUploads: until((...args) => transport.listUploads(...args)),
    put: until((...args) => transport.put(...args)),
    head: until((...args) => transport.head(...args)),
    remove: until((...args) => transport.remove(...args)),
  }
}
