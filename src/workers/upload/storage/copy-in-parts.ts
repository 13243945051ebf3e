import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCopyCommand,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3'
import { fail, ok } from '../../../lib/result.ts'
import { mapConcurrently } from '../../../lib/async/map-concurrently.ts'
import { maximumParts, partCount, partOf } from '../../../uploads/plan-parts.ts'
import type { CallResult, StorageProblem } from '../../../stored-files/storage-calls.ts'
import type { Calling } from './create-caller.ts'
import { problem } from './storage-problem.ts'

/** A copy whose source and target are known. */
export type Copying = Pick<Calling, 'request' | 'requestDespiteTimeout'> & {
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

const begin = ({ request, target, found }: Copying): CallResult<Upload> =>
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
): CallResult<CopiedPart[]> => {
  const size = found.ContentLength ?? 0
  const partSize = Math.max(part, Math.ceil(size / maximumParts))
  const numbers = Array.from({ length: partCount(size, partSize) }, (_, index) => index + 1)
  let failed: StorageProblem | undefined
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
export const copyInParts = async (copying: Copying, part: number): CallResult<string | undefined> => {
  const upload = await begin(copying)
  if (!upload.ok) return upload
  const parts = await copyParts(copying, upload.value, part)
  const copied = parts.ok ? await complete(copying, upload.value, parts.value) : parts
  if (copied.ok || (await cleanUp(copying, upload.value))) return copied
  return fail(problem('CopyCleanUpFailed', { because: copied.error.code ?? copied.error.kind }))
}
