import { createInvalidArgumentError, S3Error } from '../http/errors.ts'
import { getParameter, type S3Request } from '../http/request.ts'
import type { S3Response } from '../http/response.ts'
import type { Caller } from '../signature/authenticate.ts'
import type { OpenUpload } from '../store/object-index.ts'
import type { Store } from '../store/store.ts'

/**
 * An authenticated request for an existing bucket. The coach's role already allows it for the key of its URL.
 * DeleteObjects and copies involve other keys too, and check the role for these.
 */
export type Call = {
  request: S3Request
  caller: Caller
  store: Store
  /** The names of all buckets. */
  buckets: readonly string[]
  /** In ms since the epoch. */
  now: () => number
}

/** Runs one call of S3 and returns its response. Throws `S3Error`. */
export type Operation = (call: Call) => S3Response | Promise<S3Response>

/** Returns the open upload that a request names by id and key. Throws NoSuchUpload if they do not match. */
export const getUpload = ({ request, store }: Pick<Call, 'request' | 'store'>): OpenUpload => {
  const uploadId = getParameter(request, 'uploadId') ?? ''
  const upload = store.findUploadById(uploadId)
  if (upload?.bucket !== request.bucket || upload.key !== request.key) {
    throw new S3Error('NoSuchUpload', { UploadId: uploadId })
  }
  return upload
}

const maxPartNumber = 10_000

/** Reads the part number of a request: 1 to 10,000. */
export const readPartNumber = (request: S3Request) => {
  const text = getParameter(request, 'partNumber') ?? ''
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= maxPartNumber) return number
  const message = `Part number must be an integer between 1 and ${maxPartNumber}, inclusive`
  throw createInvalidArgumentError(message, 'partNumber', text)
}
