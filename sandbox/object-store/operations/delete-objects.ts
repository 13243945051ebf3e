import * as v from 'valibot'
import { readDeclaredChecksum } from '../body/expected-digests.ts'
import { openPayload, readText } from '../body/payload.ts'
import { S3Error } from '../http/errors.ts'
import { getHeader } from '../http/request.ts'
import { type S3Response, createXmlResponse } from '../http/response.ts'
import { parseXml } from '../http/xml.ts'
import { assertWriteConditions } from '../objects/conditions.ts'
import { isAllowed } from '../policy.ts'
import type { Call, Operation } from './operation.ts'

const maxKeys = 1000
/** Enough for 1000 keys of 1024 bytes, the longest that S3 accepts. */
const maxDocumentBytes = 4 * 1024 ** 2

const deleteDocumentSchema = v.object({
  Delete: v.object({
    Object: v.pipe(v.array(v.object({ Key: v.pipe(v.string(), v.minLength(1)) })), v.maxLength(maxKeys)),
    Quiet: v.optional(v.string()),
  }),
})

const deleteKey = async ({ store }: Call, bucket: string, key: string) => {
  if (store.findObject(bucket, key)) await store.commit({ type: 'object-deleted', bucket, key })
}

/** DeleteObject: responds with 204 even if there was nothing to delete. */
export const deleteObject: Operation = async (call): Promise<S3Response> => {
  const { bucket, key } = call.request
  const object = call.store.findObject(bucket, key)
  assertWriteConditions(call.request, object)
  await deleteKey(call, bucket, key)
  return { status: 204 }
}

/** Deletes a key if the coach's role allows it. */
const deleteIfAllowed = async (call: Call, key: string) => {
  const { bucket } = call.request
  const { identityId } = call.caller
  const isDeletable = isAllowed({ identityId, action: 's3:DeleteObject', bucket, path: key })
  if (isDeletable) await deleteKey(call, bucket, key)
  return { key, isDeleted: isDeletable }
}

/** DeleteObjects: deletes up to 1000 keys, checks the role for each, and reports each separately. */
export const deleteObjects: Operation = async (call) => {
  const { request, caller } = call
  if (getHeader(request, 'content-md5') === undefined && readDeclaredChecksum(request) === undefined) {
    throw new S3Error('InvalidRequest', {}, 'Missing required header for this request: Content-MD5')
  }
  const document = await readText(openPayload(request, caller), maxDocumentBytes)
  const { Object: objects, Quiet: quiet } = parseXml(document, deleteDocumentSchema).Delete
  const results = await Promise.all(objects.map(({ Key: key }) => deleteIfAllowed(call, key)))
  const deletedKeys = results.flatMap(({ key, isDeleted }) => (isDeleted ? key : []))
  const forbiddenKeys = results.flatMap(({ key, isDeleted }) => (isDeleted ? [] : key))
  return createXmlResponse('DeleteResult', {
    Deleted: quiet === 'true' ? undefined : deletedKeys.map((key) => ({ Key: key })),
    Error: forbiddenKeys.map((key) => ({ Key: key, Code: 'AccessDenied', Message: 'Access Denied' })),
  })
}
