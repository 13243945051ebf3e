import type { StorageAction } from '../../deploy/storage/role-statements.ts'
import { S3Error } from './http/errors.ts'
import { getHeader, getParameter, type S3Request } from './http/request.ts'
import { deleteObject, deleteObjects } from './operations/delete-objects.ts'
import { getObject, headObject } from './operations/get-object.ts'
import { listObjects, listObjectsV2 } from './operations/list-objects.ts'
import { listMultipartUploads, listParts } from './operations/list-uploads.ts'
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
} from './operations/multipart-upload.ts'
import type { Operation } from './operations/operation.ts'
import { copyObject, putObject } from './operations/put-object.ts'
import { uploadPart, uploadPartCopy } from './operations/upload-part.ts'

/**
 * One call of S3:
 *
 * - its pattern: method, target (`bucket` or `object`), a required query parameter, and a required header in
 *   brackets
 * - the action that the role must allow; `per-key`: the operation checks the role for each key
 * - the operation
 */
type Route = readonly [pattern: string, action: StorageAction | 'per-key', operation: Operation]

/** The first match runs, so more specific patterns come first. */
const routes: readonly Route[] = [
  ['GET bucket?uploads', 's3:ListBucketMultipartUploads', listMultipartUploads],
  ['GET bucket?list-type', 's3:ListBucket', listObjectsV2],
  ['GET bucket', 's3:ListBucket', listObjects],
  ['HEAD bucket', 's3:ListBucket', () => ({ status: 200 })],
  ['POST bucket?delete', 'per-key', deleteObjects],
  ['GET object?uploadId', 's3:ListMultipartUploadParts', listParts],
  ['GET object', 's3:GetObject', getObject],
  ['HEAD object', 's3:GetObject', headObject],
  ['PUT object?uploadId [x-amz-copy-source]', 's3:PutObject', uploadPartCopy],
  ['PUT object?uploadId', 's3:PutObject', uploadPart],
  ['PUT object [x-amz-copy-source]', 's3:PutObject', copyObject],
  ['PUT object', 's3:PutObject', putObject],
  ['POST object?uploads', 's3:PutObject', createMultipartUpload],
  ['POST object?uploadId', 's3:PutObject', completeMultipartUpload],
  ['DELETE object?uploadId', 's3:AbortMultipartUpload', abortMultipartUpload],
  ['DELETE object', 's3:DeleteObject', deleteObject],
]

/**
 * Sub-resources and headers of S3 that this stand-in does not implement. They change the meaning of a
 * request, so it rejects them instead of ignoring them.
 */
const unsupportedSubresources = new Set(
  'accelerate acl analytics attributes cors encryption intelligent-tiering inventory legal-hold lifecycle location logging metrics notification object-lock ownershipControls policy policyStatus publicAccessBlock renameObject replication requestPayment restore retention select session tagging torrent versionId versioning versions website'.split(
    ' ',
  ),
)
const unsupportedHeaders =
  /^x-amz-(?:acl|grant-|object-lock|server-side-encryption|tagging|website-redirect|write-offset|copy-source-server-side)/

const assertSupported = (request: S3Request) => {
  const subresource = request.query.find(([name]) => unsupportedSubresources.has(name))?.[0]
  if (subresource !== undefined) throw new S3Error('NotImplemented', { QueryParameter: subresource })
  const header = Object.keys(request.headers).find((name) => unsupportedHeaders.test(name))
  if (header !== undefined) throw new S3Error('NotImplemented', { Header: header })
}

const matchesRoute = ([pattern]: Route, request: S3Request) => {
  const [, method, target, parameter, header] =
    /^(\w+) (\w+)(?:\?([\w-]+))?(?: \[(.+)\])?$/.exec(pattern) ?? []
  return (
    method === request.method &&
    (target === 'object') === (request.key !== '') &&
    (parameter === undefined || getParameter(request, parameter) !== undefined) &&
    (header === undefined || getHeader(request, header) !== undefined)
  )
}

/** Returns the operation of a request, and the action that it needs. Throws if there is none. */
export const getRoute = (request: S3Request) => {
  assertSupported(request)
  const route = routes.find((candidate) => matchesRoute(candidate, request))
  if (!route) throw new S3Error('MethodNotAllowed', { Method: request.method })
  const [, action, operation] = route
  return { action, operation }
}
