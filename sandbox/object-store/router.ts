import { S3Error } from './http/errors.ts'
import { header, parameter, type S3Request } from './http/request.ts'
import { deleteObject, deleteObjects } from './operations/delete-objects.ts'
import { getObject, headObject } from './operations/get-object.ts'
import { listObjects, listObjectsV2 } from './operations/list-objects.ts'
import {
  abortMultipartUpload,
  createMultipartUpload,
  completeMultipartUpload,
} from './operations/multipart-upload.ts'
import type { Operation } from './operations/operation.ts'
import { putObject, copyObject } from './operations/put-object.ts'
import { uploadPart, uploadPartCopy } from './operations/upload-part.ts'
import type { StorageAction } from '../../deploy/storage/role-statements.ts'
import { listMultipartUploads, listParts } from './operations/list-uploads.ts'

/**
 * One call of S3: the request line with the query parameters and, in brackets, the required header; the
 * action that the role must allow (`each`: the operation checks every key itself); and the operation.
 */
type Route = readonly [pattern: string, action: StorageAction | 'each', operation: Operation]

/** More specific requests come first. The first match runs. */
const routes: readonly Route[] = [
  ['GET bucket?uploads', 's3:ListBucketMultipartUploads', listMultipartUploads],
  ['GET bucket?list-type', 's3:ListBucket', listObjectsV2],
  ['GET bucket', 's3:ListBucket', listObjects],
  ['HEAD bucket', 's3:ListBucket', () => ({ status: 200 })],
  ['POST bucket?delete', 'each', deleteObjects],
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
 * Sub-resources and headers that would change the meaning of a request. The store refuses them rather than
 * ignoring them.
 */
const unknownResources = new Set(
  'accelerate acl analytics attributes cors encryption intelligent-tiering inventory legal-hold lifecycle location logging metrics notification object-lock ownershipControls policy policyStatus publicAccessBlock renameObject replication requestPayment restore retention select session tagging torrent versionId versioning versions website'.split(
    ' ',
  ),
)
const unknownHeaders =
  /^x-amz-(?:acl|grant-|object-lock|server-side-encryption|tagging|website-redirect|write-offset|copy-source-server-side)/

const refuseUnknown = (request: S3Request) => {
  const resource = request.query.find(([name]) => unknownResources.has(name))?.[0]
  if (resource !== undefined) throw new S3Error('NotImplemented', { QueryParameter: resource })
  const name = Object.keys(request.headers).find((header) => unknownHeaders.test(header))
  if (name !== undefined) throw new S3Error('NotImplemented', { Header: name })
}

const fits = ([pattern]: Route, request: S3Request) => {
  const [, method, target, query, needed] = /^(\w+) (\w+)(?:\?([\w-]+))?(?: \[(.+)\])?$/.exec(pattern) ?? []
  return (
    method === request.method &&
    (target === 'object') === (request.key !== '') &&
    (query === undefined || parameter(request, query) !== undefined) &&
    (needed === undefined || header(request, needed) !== undefined)
  )
}

export const findRoute = (request: S3Request) => {
  refuseUnknown(request)
  const route = routes.find((candidate) => fits(candidate, request))
  if (!route) throw new S3Error('MethodNotAllowed', { Method: request.method })
  const [, action, operation] = route
  return { action, operation }
}
