import {
  CopyObjectCommand,
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCopyCommand,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import type { CopyCall, CopyEnd, StorageProblem } from '../../../stored-files/storage-calls.ts'
import { headObject } from '../transport/head-object.ts'
import { checkKey, type Handler, type Calling } from './create-caller.ts'
import { problem, type LoggedProblem, type LoggedResult } from './storage-problem.ts'
import { mapConcurrently } from '../../../lib/async/map-concurrently.ts'
import { maximumParts, partCount, partOf } from '../../../uploads/plan-parts.ts'

/** A copy whose source and target are known. */
type Copying = Pick<Calling, 'request' | 'requestDespiteTimeout'> & {
  target: { Bucket: string; Key: string }
  /** Percent-encoded, as the header requires. */
  source: string
  found: HeadObjectCommandOutput
  ifNew: boolean
}

type Upload = Copying['target'] & { UploadId: string }
type CopiedPart = { PartNumber: number; ETag: string }

/** A part that was being copied when its upload was aborted can outlive the first abort. */
const abortTries = 3

const begin = ({ request, target, found }: Copying): LoggedResult<Upload> =>
  request(async (client, options) => {
    const { ContentType, CacheControl, ContentDisposition, ContentEncoding, ContentLanguage, Metadata } =
      found
    const command = new CreateMultipartUploadCommand({
      ...target,
      ContentType,
      CacheControl,
      ContentDisposition,
      ContentEncoding,
      ContentLanguage,
      Metadata,
    })
    const { UploadId = '' } = await client.send(command, options)
    return { ...target, UploadId }
  })

/** Copies all parts, until one fails. */
const copyParts = async (
  { request, source, found }: Copying,
  upload: Upload,
  part: number,
): LoggedResult<CopiedPart[]> => {
  const size = found.ContentLength ?? 0
  const partSize = Math.max(part, Math.ceil(size / maximumParts))
  const numbers = Array.from({ length: partCount(size, partSize) }, (_, index) => index + 1)
  let failed: LoggedProblem | undefined
  const parts = await mapConcurrently(numbers, async (PartNumber) => {
    if (failed) return []
    const { start, end } = partOf(size, partSize, PartNumber)
    const command = new UploadPartCopyCommand({
      ...upload,
      PartNumber,
      CopySource: source,
      CopySourceRange: `bytes=${start}-${end - 1}`,
      CopySourceIfMatch: found.ETag,
    })
    const result = await request((client, options) => client.send(command, options))
    if (result.ok) return [{ PartNumber, ETag: result.value.CopyPartResult?.ETag ?? '' }]
    failed ??= result.error
    return []
  })
  return failed ? fail(failed) : ok(parts.flat())
}

const complete = ({ request, ifNew }: Copying, upload: Upload, Parts: CopiedPart[]) =>
  request(async (client, options) => {
    const IfNoneMatch = ifNew ? '*' : undefined
    const command = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, IfNoneMatch })
    const { ETag } = await client.send(command, options)
    return ETag
  })

/** Whether nothing of an upload is left on the server. */
const cleanUp = async ({ requestDespiteTimeout }: Copying, upload: Upload): Promise<boolean> => {
  for (let tries = 0; tries < abortTries; tries++) {
    await requestDespiteTimeout((client) => client.send(new AbortMultipartUploadCommand(upload)))
    const left = await requestDespiteTimeout((client) => client.send(new ListPartsCommand(upload)))
    if (!left.ok && left.error.code === 'NoSuchUpload') return true
  }
  return false
}

/**
 * Copies an object that is too large for one request, in parts of `part` bytes. Leaves nothing behind if the
 * copy fails.
 */
const copyInParts = async (copying: Copying, part: number): LoggedResult<string | undefined> => {
  const upload = await begin(copying)
  if (!upload.ok) return upload
  const parts = await copyParts(copying, upload.value, part)
  const copied = parts.ok ? await complete(copying, upload.value, parts.value) : parts
  if (copied.ok || (await cleanUp(copying, upload.value))) return copied
  return fail(problem('CopyCleanUpFailed', { because: copied.error.code ?? copied.error.kind }))
}

/** Bytes. S3 copies at most `whole` in one request; a larger object is copied in parts of at most `part`. */
export type CopyLimits = { whole: number; part: number }

/**
 * Checks the keys of source and destination (specification §5), because a caller in JavaScript can pass
 * anything.
 */
const checkEnds = ({ source, destination }: CopyCall): Result<unknown, StorageProblem> => {
  const given: Partial<CopyEnd> = source
  if (typeof given.key !== 'string' || given.key === '') return fail(problem('NoSourceKey'))
  const wanted: Partial<CopyEnd> = destination
  if (typeof wanted.key !== 'string' || wanted.key === '') return fail(problem('NoDestinationKey'))
  const checked = checkKey(given.key)
  return checked.ok ? checkKey(wanted.key) : checked
}

const warnOfForeignSource = ({ identityId, level = 'public' }: CopyEnd, log: Log) => {
  if (identityId === undefined || level === 'protected') return
  const warning = "You may copy files from another user if the source level is 'protected'"
  log.warn(`${warning}, currently it is '${level}'`)
}

const copyWhole = ({ request, target, source, found, ifNew }: Copying) =>
  request(async (client, options) => {
    const command = new CopyObjectCommand({
      ...target,
      CopySource: source,
      CopySourceIfMatch: found.ETag,
      IfNoneMatch: ifNew ? '*' : undefined,
    })
    const { CopyObjectResult } = await client.send(command, options)
    return CopyObjectResult?.ETag
  })

/** Copies an object of any size inside the bucket, as the object was when the copy began. */
export const copyObject =
  (log: Log, limits: CopyLimits): Handler<'copy'> =>
  async (calling, call) => {
    const checked = checkEnds(call)
    if (!checked.ok) return checked
    const { source, destination, ifNew = false } = call
    warnOfForeignSource(source, log)
    const from = calling.at(source)
    const found = await calling.query((client, options) => headObject(client, from, options))
    if (!found.ok) return found
    const path = from.Key.split('/').map(encodeURIComponent).join('/')
    const copying = {
      ...calling,
      target: calling.at(destination),
      source: `${from.Bucket}/${path}`,
      found: found.value,
      ifNew,
    }
    const isWhole = (found.value.ContentLength ?? 0) <= limits.whole
    const copied = await (isWhole ? copyWhole(copying) : copyInParts(copying, limits.part))
    if (!copied.ok) return copied
    return ok({ key: destination.key, ...(copied.value && { eTag: copied.value }) })
  }
