import type { S3Response } from '../http/response.ts'
import { invalidArgument, S3Error } from '../http/errors.ts'
import { parameter, type S3Request } from '../http/request.ts'
import type { Caller } from '../signature/authenticate.ts'
import type { OpenUpload } from '../store/catalogue.ts'
import type { Store } from '../store/store.ts'

/** An authenticated request for an existing bucket that the policy allows. */
export type Call = {
  request: S3Request
  caller: Caller
  store: Store
  buckets: readonly string[]
  now: () => number
}

export type Operation = (call: Call) => S3Response | Promise<S3Response>

/** The open upload that a request names. Its id is valid only for its own key. */
export const findUpload = ({ request, store }: Pick<Call, 'request' | 'store'>): OpenUpload => {
  const uploadId = parameter(request, 'uploadId') ?? ''
  const upload = store.upload(uploadId)
  if (upload?.bucket !== request.bucket || upload.key !== request.key) {
    throw new S3Error('NoSuchUpload', { UploadId: uploadId })
  }
  return upload
}

const maxPartNumber = 10_000

/** The part number a request names: 1 to 10,000. */
export const readPartNumber = (request: S3Request) => {
  const text = parameter(request, 'partNumber') ?? ''
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= maxPartNumber) return number
  const message = `Part number must be an integer between 1 and ${maxPartNumber}, inclusive`
  throw invalidArgument(message, 'partNumber', text)
}
