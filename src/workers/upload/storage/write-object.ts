import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { StorageProblem } from '../../../stored-files/storage-calls.ts'
import type { HandlerOptions } from '../transport/xhr-handler.ts'
import type { Handler } from './create-caller.ts'
import { problem } from './storage-problem.ts'

/** A body, and its own type if it has one. */
type Body = { blob: Blob; type: string }

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
    // A circular structure, or a value that JSON cannot represent.
    return fail(problem('BodyLengthUnknown'))
  }
}

/** Converts a value into a Blob to store: a plain object becomes JSON (specification §5). */
const bodyOf = (value: unknown): Result<Body, StorageProblem> => {
  if (value instanceof Blob) return ok({ blob: value, type: value.type })
  if (typeof value === 'string') return ok({ blob: new Blob([value]), type: 'text/plain' })
  if (isBytes(value)) return ok({ blob: new Blob([value]), type: '' })
  if (typeof value !== 'object' || value === null) return fail(problem('NotABlob'))
  return isPlain(value) ? serialised(value) : fail(problem('BodyLengthUnknown'))
}

/** The type of a body that has no type of its own (specification §9, "in the storage helper"). */
const defaultType = 'application/octet-stream'

/** Stores an object with a CRC32 that the store checks. */
export const putObject =
  (checksum: (body: Blob, signal: AbortSignal) => Promise<string>): Handler<'put'> =>
  async ({ request, at }, call, { onProgress }) => {
    const body = bodyOf(call.body)
    if (!body.ok) return body
    const { blob, type } = body.value
    return request(async (client, options) => {
      const command = new PutObjectCommand({
        ...at(call),
        Body: blob,
        ContentType: call.contentType ?? (type || defaultType),
        ChecksumCRC32: await checksum(blob, options.abortSignal),
        ...(call.ifNew && { IfNoneMatch: '*' }),
      })
      const sending: HandlerOptions = {
        ...options,
        onProgress: (loaded) => onProgress?.({ loaded: Math.min(loaded, blob.size), total: blob.size }),
      }
      const { ETag } = await client.send(command, sending)
      return { key: call.key, ...(ETag && { eTag: ETag }) }
    })
  }

/** Deletes an object. Only status 204 is a success (specification §7). */
export const removeObject: Handler<'remove'> = async ({ request, at }, call) => {
  const result = await request((client, options) => client.send(new DeleteObjectCommand(at(call)), options))
  if (!result.ok) return result
  const { httpStatusCode: status = 0 } = result.value.$metadata
  return status === 204 ? ok(undefined) : fail({ kind: 'refused', code: 'NotDeleted', status })
}
