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
import type { CopyCall, CopyLocation, StorageProblem } from '../../../stored-files/storage-calls.ts'
import { maximumParts, countParts, getPart } from '../../../uploads/plan-parts.ts'
import { headObject } from '../transport/create-sender.ts'
import { validateKey, type CallContext, type Handler } from './create-caller.ts'
import { createProblem, type LoggedProblem, type LoggedResult } from './storage-problem.ts'

/** A copy whose arguments are checked: its target, and its source with the metadata at that time. */
type CopyJob = Pick<CallContext, 'request' | 'requestDespiteTimeout'> & {
  target: { Bucket: string; Key: string }
  /** Bucket and key, percent-encoded as the header requires. */
  source: string
  metadata: HeadObjectCommandOutput
  ifNew: boolean
}

type Upload = CopyJob['target'] & { UploadId: string }
type CopiedPart = { PartNumber: number; ETag: string }

/**
 * How often an upload is aborted. A part that is still being copied during an abort can outlive it.
 */
const abortTries = 3

/** Creates a multipart upload with the metadata of the source. */
const begin = ({ request, target, metadata }: CopyJob): LoggedResult<Upload> =>
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

/** Copies all parts, until one fails. `defaultPartSize` is in bytes. */
const copyParts = async (
  { request, source, metadata }: CopyJob,
  upload: Upload,
  defaultPartSize: number,
): LoggedResult<CopiedPart[]> => {
  const size = metadata.ContentLength ?? 0
  const partSize = Math.max(defaultPartSize, Math.ceil(size / maximumParts))
  const numbers = Array.from({ length: countParts(size, partSize) }, (_, index) => index + 1)
  let firstProblem: LoggedProblem | undefined
  const parts = await mapConcurrently(numbers, async (number) => {
    if (firstProblem) return []
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
    firstProblem ??= result.error
    return []
  })
  return firstProblem ? fail(firstProblem) : ok(parts.flat())
}

/** Completes the upload with the copied parts. Resolves to the ETag of the object. */
const complete = ({ request, ifNew }: CopyJob, upload: Upload, parts: CopiedPart[]) =>
  request(async (client, options) => {
    const command = new CompleteMultipartUploadCommand({
      ...upload,
      MultipartUpload: { Parts: parts },
      IfNoneMatch: ifNew ? '*' : undefined,
    })
    const output = await client.send(command, options)
    return output.ETag
  })

/** Aborts an upload. Resolves to true if nothing of it is left in the object store. */
const cleanUp = async ({ requestDespiteTimeout }: CopyJob, upload: Upload): Promise<boolean> => {
  for (let tries = 0; tries < abortTries; tries++) {
    await requestDespiteTimeout((client) => client.send(new AbortMultipartUploadCommand(upload)))
    const parts = await requestDespiteTimeout((client) => client.send(new ListPartsCommand(upload)))
    if (!parts.ok && parts.error.code === 'NoSuchUpload') return true
  }
  return false
}

/**
 * Copies an object that is too large for one request, in parts of `partSize` bytes. Deletes what was copied
 * if the copy fails. Resolves to the ETag of the new object.
 */
const copyInParts = async (job: CopyJob, partSize: number): LoggedResult<string | undefined> => {
  const upload = await begin(job)
  if (!upload.ok) return upload
  const parts = await copyParts(job, upload.value, partSize)
  const eTag = parts.ok ? await complete(job, upload.value, parts.value) : parts
  if (eTag.ok || (await cleanUp(job, upload.value))) return eTag
  return fail(createProblem('CopyCleanUpFailed', { because: eTag.error.code ?? eTag.error.kind }))
}

/** In bytes. S3 copies at most `whole` in one request, and a larger object in parts of at most `part`. */
export type CopyLimits = { whole: number; part: number }

/**
 * Fails if the key of the source or of the destination is missing, empty or not valid (specification §5). A
 * caller without type checks can pass anything.
 */
const validateKeys = ({ source, destination }: CopyCall): Result<unknown, StorageProblem> => {
  const { key: sourceKey }: Partial<CopyLocation> = source
  if (typeof sourceKey !== 'string' || sourceKey === '') return fail(createProblem('NoSourceKey'))
  const { key: destinationKey }: Partial<CopyLocation> = destination
  if (typeof destinationKey !== 'string' || destinationKey === '')
    return fail(createProblem('NoDestinationKey'))
  const validation = validateKey(sourceKey)
  return validation.ok ? validateKey(destinationKey) : validation
}

const warnAboutForeignSource = ({ identityId, level = 'public' }: CopyLocation, log: Log) => {
  if (identityId === undefined || level === 'protected') return
  const warning = "You may copy files from another user if the source level is 'protected'"
  log.warn(`${warning}, currently it is '${level}'`)
}

/** Copies an object in one request. Resolves to the ETag of the new object. */
const copyWhole = ({ request, target, source, metadata, ifNew }: CopyJob) =>
  request(async (client, options) => {
    const command = new CopyObjectCommand({
      ...target,
      CopySource: source,
      CopySourceIfMatch: metadata.ETag,
      IfNoneMatch: ifNew ? '*' : undefined,
    })
    const output = await client.send(command, options)
    return output.CopyObjectResult?.ETag
  })

/**
 * Creates the handler that copies an object of any size inside the bucket. The copy fails if the source
 * changes after the start.
 */
export const copyObject =
  (log: Log, limits: CopyLimits): Handler<'copy'> =>
  async (context, call) => {
    const validation = validateKeys(call)
    if (!validation.ok) return validation
    const { source, destination, ifNew = false } = call
    warnAboutForeignSource(source, log)
    const sourceObject = context.objectAt(source)
    const metadata = await context.query((client, options) => headObject(client, sourceObject, options))
    if (!metadata.ok) return metadata
    const path = sourceObject.Key.split('/').map(encodeURIComponent).join('/')
    const job = {
      ...context,
      target: context.objectAt(destination),
      source: `${sourceObject.Bucket}/${path}`,
      metadata: metadata.value,
      ifNew,
    }
    const fitsInOneRequest = (metadata.value.ContentLength ?? 0) <= limits.whole
    const eTag = await (fitsInOneRequest ? copyWhole(job) : copyInParts(job, limits.part))
    if (!eTag.ok) return eTag
    return ok({ key: destination.key, ...(eTag.value && { eTag: eTag.value }) })
  }
