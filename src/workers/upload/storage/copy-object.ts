import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCopyCommand,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3'
import { mapConcurrently } from '../../../lib/async/map-concurrently.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import type { CopyCall, CopyLocation, StorageCallFailure } from '../../../stored-files/storage-calls.ts'
import { maxParts, countParts, getPart } from '../../../uploads/plan-parts.ts'
import { headObject } from '../transport/create-sender.ts'
import { validateKey, type CallContext, type Handler } from './create-caller.ts'
import { createFailure, type LoggedFailure, type LoggedResult } from './storage-call-failure.ts'

/** A copy whose arguments are checked: its target, and its source with the metadata at the start. */
type CopyJob = Pick<CallContext, 'request' | 'requestDespiteTimeout'> & {
  target: { Bucket: string; Key: string }
  /** The bucket and the key, percent-encoded as the header `x-amz-copy-source` requires. */
  source: string
  metadata: HeadObjectCommandOutput
  failIfExists: boolean
}

type Upload = CopyJob['target'] & { UploadId: string }
type CopiedPart = { PartNumber: number; ETag: string }

/** Copies an object in one request. Resolves to the ETag of the new object. */
const copyInOneRequest = ({ request, target, source, metadata, failIfExists }: CopyJob) =>
  request(async (client, options) => {
    const command = new CopyObjectCommand({
      ...target,
      CopySource: source,
      CopySourceIfMatch: metadata.ETag,
      IfNoneMatch: failIfExists ? '*' : undefined,
    })
    const output = await client.send(command, options)
    return output.CopyObjectResult?.ETag
  })

/**
 * The maximum number of times an upload is aborted. One abort may not be enough, because a part that is still
 * being copied during the abort can outlive it.
 */
const maxAbortAttempts = 3

/** Creates a multipart upload with the metadata of the source. */
const createUpload = ({ request, target, metadata }: CopyJob): LoggedResult<Upload> =>
  request(async (client, options) => {
    const command = new CreateMultipartUploadCommand({
      ...target,
      ContentType: metadata.ContentType,
      CacheControl: metadata.CacheControl,
      ContentDisposition: metadata.ContentDisposition,
      ContentEncoding: metadata.ContentEncoding,
      ContentLanguage: metadata.ContentLanguage,
      Metadata: metadata.Metadata,
    })
    const { UploadId: uploadId = '' } = await client.send(command, options)
    return { ...target, UploadId: uploadId }
  })

/** Copies all parts, until one fails. Parts have `minPartBytes`, or more to stay below the limit of parts. */
const copyParts = async (
  { request, source, metadata }: CopyJob,
  upload: Upload,
  minPartBytes: number,
): LoggedResult<CopiedPart[]> => {
  const size = metadata.ContentLength ?? 0
  const partSize = Math.max(minPartBytes, Math.ceil(size / maxParts))
  const numbers = Array.from({ length: countParts(size, partSize) }, (_, index) => index + 1)
  let firstFailure: LoggedFailure | undefined
  const parts = await mapConcurrently(numbers, async (number) => {
    if (firstFailure) return []
    const { start, end } = getPart(size, partSize, number)
    const command = new UploadPartCopyCommand({
      ...upload,
      PartNumber: number,
      CopySource: source,
      CopySourceRange: `bytes=${start}-${end - 1}`,
      CopySourceIfMatch: metadata.ETag,
    })
    const result = await request((client, options) => client.send(command, options))
    if (result.ok) return [{ PartNumber: number, ETag: result.value.CopyPartResult?.ETag ?? '' }]
    firstFailure ??= result.error
    return []
  })
  return firstFailure ? fail(firstFailure) : ok(parts.flat())
}

/** Completes the upload with the copied parts. Resolves to the ETag of the object. */
const completeUpload = ({ request, failIfExists }: CopyJob, upload: Upload, parts: CopiedPart[]) =>
  request(async (client, options) => {
    const command = new CompleteMultipartUploadCommand({
      ...upload,
      MultipartUpload: { Parts: parts },
      IfNoneMatch: failIfExists ? '*' : undefined,
    })
    const output = await client.send(command, options)
    return output.ETag
  })

/** Aborts an upload. Resolves to true if nothing of it is left in the object store. */
const abortUpload = async ({ requestDespiteTimeout }: CopyJob, upload: Upload): Promise<boolean> => {
  for (let attempt = 0; attempt < maxAbortAttempts; attempt++) {
    await requestDespiteTimeout((client) => client.send(new AbortMultipartUploadCommand(upload)))
    const listing = await requestDespiteTimeout((client) => client.send(new ListPartsCommand(upload)))
    if (!listing.ok && listing.error.code === 'NoSuchUpload') return true
  }
  return false
}

/**
 * Copies an object that is too large for one request, in parts of `partBytes`. Deletes the copied parts if
 * the copy fails. Resolves to the ETag of the new object.
 */
const copyInParts = async (job: CopyJob, partBytes: number): LoggedResult<string | undefined> => {
  const created = await createUpload(job)
  if (!created.ok) return created
  const upload = created.value
  const copiedParts = await copyParts(job, upload, partBytes)
  const copyResult = copiedParts.ok ? await completeUpload(job, upload, copiedParts.value) : copiedParts
  if (copyResult.ok || (await abortUpload(job, upload))) return copyResult
  const { kind, code } = copyResult.error
  return fail(createFailure('CopyCleanUpFailed', { cause: code ?? kind }))
}

/**
 * Fails if the key of the source or of the destination is missing, empty or not valid (specification §5). A
 * caller without type checks can pass anything.
 */
const validateKeys = ({ source, destination }: CopyCall): Result<unknown, StorageCallFailure> => {
  const { key: sourceKey }: Partial<CopyLocation> = source
  if (typeof sourceKey !== 'string' || sourceKey === '') return fail(createFailure('NoSourceKey'))
  const { key: destinationKey }: Partial<CopyLocation> = destination
  if (typeof destinationKey !== 'string' || destinationKey === '')
    return fail(createFailure('NoDestinationKey'))
  const validation = validateKey(sourceKey)
  return validation.ok ? validateKey(destinationKey) : validation
}

/** Warns if the source names an owner and is not `protected` (specification §5). */
const warnAboutForeignSource = ({ identityId, level = 'public' }: CopyLocation, log: Log) => {
  if (identityId === undefined || level === 'protected') return
  const warning = "You may copy files from another user if the source level is 'protected'"
  log.warn(`${warning}, currently it is '${level}'`)
}

/** An object of more than `maxSingleCopyBytes` is copied in parts of `copyPartBytes`. */
export type CopyLimits = { maxSingleCopyBytes: number; copyPartBytes: number }

/**
 * Creates the handler that copies an object of any size inside the bucket. The copy fails if the source
 * changes after the start.
 */
export const createCopyHandler =
  (log: Log, limits: CopyLimits): Handler<'copy'> =>
  async (context, call) => {
    const validation = validateKeys(call)
    if (!validation.ok) return validation
    const { source, destination, failIfExists = false } = call
    warnAboutForeignSource(source, log)
    const sourceObject = context.toObjectParams(source)
    const headResult = await context.query((client, options) => headObject(client, sourceObject, options))
    if (!headResult.ok) return headResult
    const metadata = headResult.value
    const path = sourceObject.Key.split('/').map(encodeURIComponent).join('/')
    const job = {
      ...context,
      target: context.toObjectParams(destination),
      source: `${sourceObject.Bucket}/${path}`,
      metadata,
      failIfExists,
    }
    const fitsInOneRequest = (metadata.ContentLength ?? 0) <= limits.maxSingleCopyBytes
    const copyResult = await (fitsInOneRequest
      ? copyInOneRequest(job)
      : copyInParts(job, limits.copyPartBytes))
    if (!copyResult.ok) return copyResult
    const eTag = copyResult.value
    return ok({ key: destination.key, ...(eTag && { eTag }) })
  }
