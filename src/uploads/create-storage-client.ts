import { proxy } from 'comlink'
import { fail, type Result } from '../lib/result.ts'
import type { WorkerLink } from './worker-link.ts'
import type { Callbacks, StorageCalls, StorageProblem } from './storage-contract.ts'

/** Functions cross the worker's door as proxies; whatever else somebody passed is judged behind it. */
const throughTheDoor = <T>(callbacks: Callbacks<T> | undefined): Callbacks<T> | undefined =>
  callbacks &&
  Object.fromEntries(
    Object.entries(callbacks).map(([name, callback]) => [
      name,
      typeof callback === 'function' ? proxy(callback) : callback,
    ]),
  )

/** The page's side of the storage calls. */
export const createStorageClient = ({ ask }: WorkerLink): StorageCalls => {
  const answered = async <T>(
    asked: Promise<Result<Result<T, StorageProblem>, 'broken'>>,
  ): Promise<Result<T, StorageProblem>> => {
    const answer = await asked
    return answer.ok ? answer.value : fail({ kind: 'broken' })
  }
  return {
    put: (call, callbacks) =>
      answered(ask(async ({ storage }) => storage.put(call, throughTheDoor(callbacks)))),
    get: (call) => answered(ask(async ({ storage }) => storage.get(call))),
    head: (call) => answered(ask(async ({ storage }) => storage.head(call))),
    remove: (call) => answered(ask(async ({ storage }) => storage.remove(call))),
    copy: (call) => answered(ask(async ({ storage }) => storage.copy(call))),
    list: (call) => answered(ask(async ({ storage }) => storage.list(call))),
    listParts: (call) => answered(ask(async ({ storage }) => storage.listParts(call))),
    presignedGet: (call) => answered(ask(async ({ storage }) => storage.presignedGet(call))),
  }
}
