import { S3Error } from './http/errors.ts'
import { header, parameter, type S3Request } from './http/request.ts'
import { completeMultipartUpload } from './operations/complete-upload.ts'
import { copyObject } from './operations/copy-object.ts'
import { deleteObject, deleteObjects } from './operations/delete-objects.ts'
import { getObject, headObject } from './operations/get-object.ts'
import { listObjects, listObjectsV2 } from './operations/list-objects.ts'
import { listParts } from './operations/list-parts.ts'
import { listMultipartUploads } from './operations/list-uploads.ts'
import { abortMultipartUpload, createMultipartUpload } from './operations/open-uploads.ts'
import type { Operation } from './operations/operation.ts'
import { putObject } from './operations/put-object.ts'
import { uploadPart } from './operations/upload-part.ts'
import { uploadPartCopy } from './operations/upload-part-copy.ts'
import type { Access } from './policy.ts'

/** One call of S3: how a request for it looks, who may make it, and what answers it. */
type Route = {
  method: string
  on: 'bucket' | 'object'
  /** Query parameters that must be there */
  query?: readonly string[]
  header?: string
  /** `each`: the operation asks for every key itself */
  access: Access | 'each'
  action: string
  operation: Operation
}

/** The more particular request comes before the more general one; the first match answers. */
const routes: readonly Route[] = [
  {
    method: 'GET',
    on: 'bucket',
    query: ['uploads'],
    access: 'list',
    action: 's3:ListBucketMultipartUploads',
    operation: listMultipartUploads,
  },
  {
    method: 'GET',
    on: 'bucket',
    query: ['list-type'],
    access: 'list',
    action: 's3:ListBucket',
    operation: listObjectsV2,
  },
  { method: 'GET', on: 'bucket', access: 'list', action: 's3:ListBucket', operation: listObjects },
  {
    method: 'HEAD',
    on: 'bucket',
    access: 'list',
    action: 's3:ListBucket',
    operation: () => ({ status: 200 }),
  },
  {
    method: 'POST',
    on: 'bucket',
    query: ['delete'],
    access: 'each',
    action: 's3:DeleteObject',
    operation: deleteObjects,
  },
  {
    method: 'GET',
    on: 'object',
    query: ['uploadId'],
    access: 'write',
    action: 's3:ListMultipartUploadParts',
    operation: listParts,
  },
  { method: 'GET', on: 'object', access: 'read', action: 's3:GetObject', operation: getObject },
  { method: 'HEAD', on: 'object', access: 'read', action: 's3:GetObject', operation: headObject },
  {
    method: 'PUT',
    on: 'object',
    query: ['uploadId'],
    header: 'x-amz-copy-source',
    access: 'write',
    action: 's3:PutObject',
    operation: uploadPartCopy,
  },
  {
    method: 'PUT',
    on: 'object',
    query: ['uploadId'],
    access: 'write',
    action: 's3:PutObject',
    operation: uploadPart,
  },
  {
    method: 'PUT',
    on: 'object',
    header: 'x-amz-copy-source',
    access: 'write',
    action: 's3:PutObject',
    operation: copyObject,
  },
  { method: 'PUT', on: 'object', access: 'write', action: 's3:PutObject', operation: putObject },
  {
    method: 'POST',
    on: 'object',
    query: ['uploads'],
    access: 'write',
    action: 's3:PutObject',
    operation: createMultipartUpload,
  },
  {
    method: 'POST',
    on: 'object',
    query: ['uploadId'],
    access: 'write',
    action: 's3:PutObject',
    operation: completeMultipartUpload,
  },
  {
    method: 'DELETE',
    on: 'object',
    query: ['uploadId'],
    access: 'write',
    action: 's3:AbortMultipartUpload',
    operation: abortMultipartUpload,
  },
  { method: 'DELETE', on: 'object', access: 'write', action: 's3:DeleteObject', operation: deleteObject },
]

/** Sub-resources and headers that would change what a request means. Better refused than overlooked. */
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

const fits = (route: Route, request: S3Request) =>
  route.method === request.method &&
  (route.on === 'object') === (request.key !== '') &&
  (route.query ?? []).every((name) => parameter(request, name) !== undefined) &&
  (route.header === undefined || header(request, route.header) !== undefined)

/** Finds the call that a request makes. */
export const findRoute = (request: S3Request): Route => {
  refuseUnknown(request)
  const route = routes.find((candidate) => fits(candidate, request))
  if (!route) throw new S3Error('MethodNotAllowed', { Method: request.method })
  return route
}
