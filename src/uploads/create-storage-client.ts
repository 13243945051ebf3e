import { proxy } from 'comlink'
import { fail } from '../lib/result.ts'
import { everyStorageCall, type Callbacks, type StorageCalls } from './storage-calls.ts'
import type { WorkerLink } from './worker-link.ts'

/** Functions cross the boundary of the worker as proxies; whatever else a caller passed is judged behind it. */
const asProxies = <T>(callbacks: Callbacks<T> | undefined): Callbacks<T> | undefined =>
  callbacks &&
  Object.fromEntries(
    Object.entries(callbacks).map(([name, callback]) => [
      name,
      typeof callback === 'function' ? proxy(callback) : callback,
    ]),
  )

/** Every call on stored files, called on the worker. */
export const createStorageClient = ({ call: callWorker }: WorkerLink): StorageCalls =>
  everyStorageCall((name) => async (call, callbacks) => {
    const done = await callWorker(async ({ storage }: { storage: StorageCalls }) =>
      storage[name](call, asProxies(callbacks)),
    )
    return done.ok ? done.value : fail({ kind: 'broken' })
  })
