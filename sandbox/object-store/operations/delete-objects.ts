import * as v from 'valibot'
import { openPayload, readText } from '../body/payload.ts'
import { type S3Response, xmlResponse } from '../http/response.ts'
import { S3Error } from '../http/errors.ts'
import { header } from '../http/request.ts'
import { type Elements, parseXml } from '../http/xml.ts'
import { announcedChecksum } from '../body/expected-digests.ts'
import { checkWriteConditions } from '../objects/conditions.ts'
import { isAllowed } from '../policy.ts'
import type { Call, Operation } from './operation.ts'

const maxKeys = 1000
const maxDocumentBytes = 4 * 1024 ** 2

const deletion = v.object({
  Delete: v.object({
    Object: v.pipe(v.array(v.object({ Key: v.pipe(v.string(), v.minLength(1)) })), v.maxLength(maxKeys)),
    Quiet: v.optional(v.string()),
  }),
})

const deleteKey = async ({ store }: Call, bucket: string, key: string) => {
  if (store.object(bucket, key)) await store.commit({ type: 'object-deleted', bucket, key })
}

/** DeleteObject: responds with 204 even if there was nothing to delete. */
export const deleteObject: Operation = async (call): Promise<S3Response> => {
  const { bucket, key } = call.request
  const current = call.store.object(bucket, key)
  checkWriteConditions(call.request, current)
  await deleteKey(call, bucket, key)
  return { status: 204 }
}

const deleteOne = async (call: Call, key: string, isQuiet: boolean): Promise<Elements> => {
  const { bucket } = call.request
  if (!isAllowed({ identityId: call.caller.identityId, action: 's3:DeleteObject', bucket, path: key })) {
    return { Error: { Key: key, Code: 'AccessDenied', Message: 'Access Denied' } }
  }
  await deleteKey(call, bucket, key)
  return isQuiet ? {} : { Deleted: { Key: key } }
}

/** DeleteObjects: deletes up to 1000 keys and reports each separately. */
export const deleteObjects: Operation = async (call) => {
  const { request, caller } = call
  if (header(request, 'content-md5') === undefined && announcedChecksum(request) === undefined) {
    throw new S3Error('InvalidRequest', {}, 'Missing required header for this request: Content-MD5')
  }
  const document = await readText(openPayload(request, caller), maxDocumentBytes)
  const { Delete } = parseXml(document, deletion)
  const isQuiet = Delete.Quiet === 'true'
  const results = await Promise.all(Delete.Object.map(({ Key }) => deleteOne(call, Key, isQuiet)))
  return xmlResponse('DeleteResult', {
    Deleted: results.map(({ Deleted }) => Deleted),
    Error: results.map(({ Error }) => Error),
  })
}
