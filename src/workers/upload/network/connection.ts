import { createStore } from '../../../lib/create-store.ts'
import { fail } from '../../../lib/result.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { ObjectTransport } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'

/**
 * The time between two probes. It is short, so that uploads resume at most 2 s after the connection is back.
 */
const probeIntervalMs = 1500

/**
 * Tracks whether the connection to the object store is lost. A request that got no response starts the check,
 * because `navigator.onLine` is not reliable.
 */
export type Connection = {
  /** Returns the result of the last check. */
  isLost: () => boolean
  /** Probes the object store after a request got no response. Resolves to true if nothing responds at all. */
  checkLost: () => Promise<boolean>
  /** Calls `listener` when the connection is lost, and when it is back. */
  subscribe: (listener: (isLost: boolean) => void) => () => void
}

/**
 * Creates the connection. `probe` sends a small request and resolves to true if anything responded. While the
 * connection is lost, a probe is sent at each interval. It does not wait for the previous probe, because a
 * probe that was sent while the network was down can hang long after the network is back.
 */
export const createConnection = (probe: () => Promise<boolean>, clock: Pick<Clock, 'sleep'>): Connection => {
  const isLost = createStore(false)
  /** The current check. Requests that fail at the same time share it. */
  let currentCheck: Promise<boolean> | undefined

  const probeUntilBack = async () => {
    while (isLost.get()) {
      void probe().then((hasResponse) => hasResponse && isLost.set(false))
      await clock.sleep(probeIntervalMs)
    }
  }

  const check = async () => {
    const hasResponse = await probe()
    const wasLost = isLost.get()
    isLost.set(!hasResponse)
    if (!wasLost && !hasResponse) void probeUntilBack()
    return isLost.get()
  }

  return {
    isLost: isLost.get,
    checkLost: () => {
      currentCheck ??= check().finally(() => {
        currentCheck = undefined
      })
      return currentCheck
    },
    subscribe: (listener) => isLost.subscribe(() => listener(isLost.get())),
  }
}

/**
 * Creates a function that wraps a request, so that it is awaited only while there is a connection. When the
 * connection is lost, the wrapped request fails with `offline` immediately, because the request itself may
 * hang for minutes after the connection is back. If the request succeeds after all, `onLate` receives its
 * value and arguments.
 */
const createWhileConnected =
  ({ isLost, subscribe }: Connection) =>
  <A extends unknown[], T>(
    request: (...args: A) => StorageResult<T>,
    onLate?: (value: T, ...args: A) => void,
  ) =>
  (...args: A): StorageResult<T> => {
    if (isLost()) return Promise.resolve(fail({ kind: 'offline' }))
    return new Promise((resolve, reject) => {
      /** Whether the wrapped request has failed before the request itself has ended. */
      let isAbandoned = false
      const stop = subscribe((isNowLost) => {
        if (!isNowLost) return
        isAbandoned = true
        stop()
        resolve(fail({ kind: 'offline' }))
      })
      request(...args)
        .finally(stop)
        .then((result) => {
          if (isAbandoned && result.ok) onLate?.(result.value, ...args)
          // Has no effect if the wrapped request has failed already.
          resolve(result)
        }, reject)
    })
  }

/**
 * Wraps a transport so that its requests fail with `offline` when the connection is lost, including requests
 * that no signal can abort.
 */
export const abandonWhenOffline = (transport: ObjectTransport, connection: Connection): ObjectTransport => {
  const whileConnected = createWhileConnected(connection)
  return {
    create: whileConnected(
      (object) => transport.create(object),
      // The task has continued without this upload, so no part of it will be sent.
      ({ uploadId }, { key }) => void transport.abort(key, uploadId),
    ),
    // Not wrapped: its signal aborts the request when the task pauses. Until then, the request occupies one
    // of the slots for concurrent requests.
    sendPart: (...args) => transport.sendPart(...args),
    listParts: whileConnected((...args) => transport.listParts(...args)),
    complete: whileConnected((...args) => transport.complete(...args)),
    abort: whileConnected((...args) => transport.abort(...args)),
    listObjects: whileConnected((...args) => transport.listObjects(...args)),
    listUploads: whileConnected((...args) => transport.listUploads(...args)),
    put: whileConnected((...args) => transport.put(...args)),
    head: whileConnected((...args) => transport.head(...args)),
    remove: whileConnected((...args) => transport.remove(...args)),
  }
}
