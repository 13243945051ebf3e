import { randomBytes } from 'node:crypto'
import { isChecksumAlgorithm } from '../body/digests.ts'
import { xmlResponse } from '../http/response.ts'
import { S3Error } from '../http/errors.ts'
import { header, type S3Request } from '../http/request.ts'
import { objectHeaders } from '../objects/object-headers.ts'
import { findUpload, type Operation } from './operation.ts'

/** Ids of one key sort by start time, because ListMultipartUploads pages by them. */
const createUploadId = (now: number) =>
  `${now.toString(16).padStart(12, '0')}${randomBytes(24).toString('hex')}`

const readChecksumAlgorithm = (request: S3Request) => {
  const name = header(request, 'x-amz-checksum-algorithm')?.toLowerCase()
  if (name === undefined) return {}
  const type = header(request, 'x-amz-checksum-type') ?? 'COMPOSITE'
  if (!isChecksumAlgorithm(name) || type !== 'COMPOSITE') {
    throw new S3Error('NotImplemented', { Header: `x-amz-checksum-algorithm: ${name}, ${type}` })
  }
  return { checksumAlgorithm: name }
}

/** CreateMultipartUpload: the headers of this request become those of the finished object. */
export const createMultipartUpload: Operation = async ({ request, caller, store, now }) => {
  const { bucket, key } = request
  const upload = {
    uploadId: createUploadId(now()),
    bucket,
    key,
    initiated: now(),
    initiator: caller.identityId,
    headers: objectHeaders(request),
    ...readChecksumAlgorithm(request),
  }
  await store.commit({ type: 'upload-begun', upload })
  const response = xmlResponse('InitiateMultipartUploadResult', {
    Bucket: bucket,
    Key: key,
    UploadId: upload.uploadId,
  })
  if (upload.checksumAlgorithm === undefined) return response
  const headers = {
    'x-amz-checksum-algorithm': upload.checksumAlgorithm.toUpperCase(),
    'x-amz-checksum-type': 'COMPOSITE',
  }
  return { ...response, headers: { ...response.headers, ...headers } }
}

/** AbortMultipartUpload: removes the upload and its parts. */
export const abortMultipartUpload: Operation = async (call) => {
  const { uploadId } = findUpload(call)
  await call.store.commit({ type: 'upload-aborted', uploadId })
  return { status: 204 }
}
