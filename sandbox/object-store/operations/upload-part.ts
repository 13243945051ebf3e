import { announcedChecksum } from '../body/expected-digests.ts'
import { openPayload } from '../body/payload.ts'
import { S3Error } from '../http/errors.ts'
import { checksumHeaders } from '../objects/checksum-headers.ts'
import { quoted } from '../objects/etag.ts'
import type { OpenUpload } from '../store/catalogue.ts'
import { findUpload, readPartNumber, type Call, type Operation } from './operation.ts'
import { receivePart } from './receive-part.ts'

/** An upload that was created with a checksum algorithm accepts only parts with the same one. */
const checkChecksumAlgorithm = ({ request }: Call, { checksumAlgorithm }: OpenUpload) => {
  const actual = announcedChecksum(request)?.algorithm ?? 'null'
  if (checksumAlgorithm === undefined || checksumAlgorithm === actual) return
  const message = `Checksum Type mismatch occurred, expected checksum Type: ${checksumAlgorithm}, actual checksum Type: ${actual}`
  throw new S3Error('InvalidRequest', {}, message)
}

/** UploadPart: a new part replaces an earlier one with the same number. */
export const uploadPart: Operation = async (call) => {
  const upload = findUpload(call)
  const number = readPartNumber(call.request)
  checkChecksumAlgorithm(call, upload)
  const payload = openPayload(call.request, call.caller)
  const { etag, checksum } = await receivePart(call, payload, (part) => ({
    type: 'part-stored',
    uploadId: findUpload(call).uploadId,
    number,
    part,
  }))
  const { 'x-amz-checksum-type': _type, ...headers } = checksumHeaders(checksum)
  return { status: 200, headers: { etag: quoted(etag), ...headers } }
}
