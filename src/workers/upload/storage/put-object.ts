import { PutObjectCommand } from '@aws-sdk/client-s3'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import type { HandlerOptions } from '../transport/xhr-handler.ts'
import type {
  Callbacks,
  PutCall,
  StorageCalls,
  Stored,
  StorageProblem,
} from '../../../uploads/storage-calls.ts'
import type { Caller } from './create-caller.ts'
import { onObject } from './create-caller.ts'
import { problem } from './storage-problem.ts'

/** A body and the type it has by itself, if it has one. */
export type Body = { blob: Blob; type: string }

const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView<ArrayBuffer> =>
  value instanceof ArrayBuffer || ArrayBuffer.isView(value)

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

const serialised = (value: object): Result<Body, StorageProblem> => {
  try {
    return ok({ blob: new Blob([JSON.stringify(value)]), type: 'application/json' })
  } catch {
    // A circle, or a number that JSON does not know.
    return fail(problem('BodyLengthUnknown'))
  }
}

/** Makes a Blob of what is to be stored: a plain object becomes JSON (specification §5). */
export const bodyOf = (value: unknown): Result<Body, StorageProblem> => {
  if (value instanceof Blob) return ok({ blob: value, type: value.type })
  if (typeof value === 'string') return ok({ blob: new Blob([value]), type: 'text/plain' })
  if (isBytes(value)) return ok({ blob: new Blob([value]), type: '' })
  if (typeof value !== 'object' || value === null) return fail(problem('NotABlob'))
  return isPlain(value) ? serialised(value) : fail(problem('BodyLengthUnknown'))
}

const names = ['onProgress', 'onComplete', 'onError'] as const

/** The callbacks that can be called; the others are warned about and left out (specification §5). */
export const usableCallbacks = <T>(given: Callbacks<T> | undefined, log: Log): Callbacks<T> => {
  const usable = { ...given }
  for (const name of names) {
    if (usable[name] === undefined || typeof usable[name] === 'function') continue
    log.warn(`${name} is not a function, and is not called`)
    delete usable[name]
  }
  return usable
}

/** Of what has no type of its own (specification §9, "in the storage helper") */
const defaultType = 'application/octet-stream'

type Deps = {
  caller: Caller
  log: Log
  /** CRC32 in base64 */
  checksum: (body: Blob, signal: AbortSignal) => Promise<string>
}

const send = (deps: Deps, call: PutCall, { blob, type }: Body, { onProgress }: Callbacks<Stored>) =>
  onObject<Stored>(deps.caller, call, async ({ target, request }) => {
    const result = await request(async (client, given) => {
      const signal = given.abortSignal ?? new AbortController().signal
      const input = {
        ...target,
        Body: blob,
        ContentType: call.contentType ?? (type || defaultType),
        ChecksumCRC32: await deps.checksum(blob, signal),
        ...(call.ifNew && { IfNoneMatch: '*' }),
      }
      const options: HandlerOptions = {
        ...given,
        onProgress: (loaded) => onProgress?.({ loaded: Math.min(loaded, blob.size), total: blob.size }),
      }
      return client.send(new PutObjectCommand(input), options)
    })
    if (!result.ok) return result
    return ok({ key: call.key, ...(result.value.ETag && { eTag: result.value.ETag }) })
  })

/** Stores one object in one request, with a CRC32 that the store checks. Large files go by the upload engine. */
export const createPut =
  (deps: Deps): StorageCalls['put'] =>
  async (call, given) => {
    const callbacks = usableCallbacks(given, deps.log)
    const body = bodyOf(call.body)
    const result = body.ok
      ? await send(deps, call, body.value, callbacks)
      : await deps.caller<Stored>(call, async () => fail(body.error))
    if (result.ok) callbacks.onComplete?.(result.value)
    else callbacks.onError?.(result.error)
    return result
  }
