import { fail, ok, type Result } from '../../../lib/result.ts'
import type { StorageProblem } from '../../../uploads/storage-contract.ts'
import { problem } from './problems.ts'

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
