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
import { copyObject, type CopyLimits } from './copy-object.ts'
import { createCaller, validateKey, type Handler } from './create-caller.ts'
import { listObjects, listParts } from './list-calls.ts'
import { createPresigned, getMetadata, getObject, putObject, removeObject } from './object-calls.ts'

const gibibyte = 1024 ** 3

type Deps = {
  bucket: string
  sender: Sender
  credentials: Credentials
  /** CRC32 in base64. */
  checksum: (body: Blob, signal: AbortSignal) => Promise<string>
  log: Log
  now: () => number
  copyLimits?: CopyLimits
}

const callbackNames = ['onProgress', 'onComplete', 'onError'] as const

/** Keeps the callbacks that are functions; warns about the others and leaves them out (specification §5). */
const keepUsableCallbacks = <T>(callbackArguments: Callbacks<T> | undefined, log: Log): Callbacks<T> => {
  const usable = { ...callbackArguments }
  for (const name of callbackNames) {
    if (usable[name] === undefined || typeof usable[name] === 'function') continue
    log.warn(`${name} is not a function, and is not called`)
    delete usable[name]
  }
  return usable
}

/** Creates the calls on stored files in the worker. */
export const createStorage = (deps: Deps): StorageCalls => {
  const { checksum, log, now, copyLimits = { whole: 5 * gibibyte, part: gibibyte / 2 } } = deps
  const handlers: { [N in StorageCallName]: Handler<N> } = {
    put: putObject(checksum),
    get: getObject,
    head: getMetadata,
    remove: removeObject,
    copy: copyObject(log, copyLimits),
    list: listObjects,
    listParts,
    ...createPresigned(now),
  }
  const makeCall = createCaller(deps)
  return mapStorageCalls((name) => async (call, callbackArguments) => {
    const callbacks = keepUsableCallbacks(callbackArguments, log)
    const result = await makeCall(call, async (context) => {
      const { on } = storageCalls[name]
      const key = on === 'object' ? validateKey('key' in call ? call.key : undefined) : ok('')
      return key.ok ? handlers[name](context, call, callbacks) : key
    })
    if (result.ok) callbacks.onComplete?.(result.value)
    else callbacks.onError?.(result.error)
    return result
  })
}
