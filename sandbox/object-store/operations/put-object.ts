import { openPayload } from '../body/payload.ts'
import { checkWriteConditions } from '../objects/conditions.ts'
import { quoted } from '../objects/etag.ts'
import { checksumHeaders } from '../objects/checksum-headers.ts'
import { objectHeaders } from '../objects/object-headers.ts'
import type { Operation } from './operation.ts'
import { receivePart } from './receive-part.ts'

/** PutObject: stores one body as one object. */
export const putObject: Operation = async (call) => {
  const { request, caller, store } = call
  const { bucket, key } = request
  const headers = objectHeaders(request)
  checkWriteConditions(request, store.object(bucket, key))
  const payload = openPayload(request, caller)
  const part = await receivePart(call, payload, (part) => {
    checkWriteConditions(request, store.object(bucket, key))
    const { size, etag, modified, checksum } = part
    const object = { bucket, key, size, etag, modified, headers, parts: [part], isMultipart: false }
    return { type: 'object-stored', object: { ...object, ...(checksum && { checksum }) } }
  })
  return { status: 200, headers: { etag: quoted(part.etag), ...checksumHeaders(part.checksum) } }
}
