import { proxy } from 'comlink'
import { fail, type Result } from '../lib/result.ts'
import type { WorkerLink } from './worker-link.ts'
import type { Callbacks, StorageCalls, StorageProblem } from './storage-calls.ts'

/** Functions cross the boundary of the worker as proxies; whatever else somebody passed is judged behind it. */
const asProxies = <T>(callbacks: Callbacks<T> | undefined): Callbacks<T> | undefined =>
  callbacks &&
  Object.fromEntries(
    Object.entries(callbacks).map(([name, callback]) => [
      name,
      typeof callback === 'function' ? proxy(callback) : callback,
    ]),
  )

/** The page's side of the storage calls. */
export const createStorageClient = ({ call: callWorker }: WorkerLink): StorageCalls => {
  const call = async <T>(
    request: (storage: StorageCalls) => Promise<Result<T, StorageProblem>>,
  ): Promise<Result<T, StorageProblem>> => {
    const result = await callWorker(async ({ storage }: { storage: StorageCalls }) => request(storage))
    return result.ok ? result.value : fail({ kind: 'broken' })
  }
  return {
    put: (given, callbacks) => call((storage) => storage.put(given, asProxies(callbacks))),
    get: (given) => call((storage) => storage.get(given)),
    head: (given) => call((storage) => storage.head(given)),
    remove: (given) => call((storage) => storage.remove(given)),
    copy: (given) => call((storage) => storage.copy(given)),
    list: (given) => call((storage) => storage.list(given)),
    listParts: (given) => call((storage) => storage.listParts(given)),
    presignedGet: (given) => call((storage) => storage.presignedGet(given)),
  }
}
