import { ok } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import {
  mapStorageCalls,
  storageCalls,
  type Callbacks,
  type StorageCallName,
  type StorageCalls,
} from '../../../stored-files/storage-calls.ts'
import type { Sender } from '../transport/create-sender.ts'
import type { Credentials } from '../transport/credentials.ts'
import { createCopyHandler, type CopyLimits } from './copy-object.ts'
import { createCaller, validateKey, type Handler } from './create-caller.ts'
import { listObjects, listParts } from './list-calls.ts'
import {
  createPresignedHandlers,
  createPutHandler,
  getMetadata,
  getObject,
  removeObject,
} from './object-calls.ts'

const gibibyte = 1024 ** 3
/** S3 copies at most 5 GiB in one request. */
const s3CopyLimits: CopyLimits = { maxSingleCopyBytes: 5 * gibibyte, copyPartBytes: gibibyte / 2 }

type Deps = {
  /** The bucket of a call that names none. */
  bucket: string
  sender: Sender
  credentials: Credentials
  /** Computes the CRC32, in base64. */
  computeChecksum: (body: Blob, signal: AbortSignal) => Promise<string>
  log: Log
  /** Returns the time in ms since the epoch. */
  now: () => number
  /** Default: the limits of S3. */
  copyLimits?: CopyLimits
}

const callbackNames = ['onProgress', 'onComplete', 'onError'] as const

/**
 * Returns the callbacks without those that are not functions, and warns about these (specification §5). A
 * caller without type checks can pass anything.
 */
const selectFunctions = <T>(callbacks: Callbacks<T> | undefined, log: Log): Callbacks<T> => {
  const functions = { ...callbacks }
  for (const name of callbackNames) {
    if (functions[name] === undefined || typeof functions[name] === 'function') continue
    log.warn(`${name} is not a function, and is not called`)
    delete functions[name]
  }
  return functions
}

/**
 * Creates the calls on stored files (`storageCalls`) in the worker, for the pages. Each call has a handler,
 * which sends its requests to the object store. What is the same for all calls is done here and in
 * `createCaller`: the checks of the arguments and the credentials, the time limit, the log and the callbacks.
 */
export const createStorage = (deps: Deps): StorageCalls => {
  const { computeChecksum, log, now, copyLimits = s3CopyLimits } = deps
  const handlers: { [N in StorageCallName]: Handler<N> } = {
    put: createPutHandler(computeChecksum),
    get: getObject,
    head: getMetadata,
    remove: removeObject,
    copy: createCopyHandler(log, copyLimits),
    list: listObjects,
    listParts,
    ...createPresignedHandlers(now),
  }
  const makeCall = createCaller(deps)
  return mapStorageCalls((name) => async (call, uncheckedCallbacks) => {
    const callbacks = selectFunctions(uncheckedCallbacks, log)
    const result = await makeCall(call, async (context) => {
      // A call on the bucket, such as a list, has no key.
      const needsKey = storageCalls[name].target === 'object'
      const key = 'key' in call ? call.key : undefined
      const validation = needsKey ? validateKey(key) : ok('')
      return validation.ok ? handlers[name](context, call, callbacks) : validation
    })
    if (result.ok) callbacks.onComplete?.(result.value)
    else callbacks.onError?.(result.error)
    return result
  })
}
