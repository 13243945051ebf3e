import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCopyCommand,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Calling } from './create-caller.ts'
import type { StorageProblem } from '../../../uploads/storage-calls.ts'
import { problem } from './storage-problem.ts'

/** bytes; S3 copies at most so much in one request, and a larger object in parts of at most so much */
export type CopyLimits = { whole: number; part: number }

/** A copy whose ends are known. */
export type Copying = Pick<Calling, 'request' | 'requestToTheEnd'> & {
  target: { Bucket: string; Key: string }
  /** As the header wants it: percent-encoded */
  source: string
  found: HeadObjectCommandOutput
  ifNew: boolean
}

type CallOutcome<T> = Promise<Result<T, StorageProblem>>
type Upload = { Bucket: string; Key: string; UploadId: string }
type CopiedPart = { PartNumber: number; ETag: string }

/** Specification §9 */
const maximumParts = 10_000
const atOnce = 4
/** A part that was being copied when its upload was aborted can outlive the first abort. */
const abortTries = 3

const rangesOf = (size: number, part: number): string[] => {
  const length = Math.max(part, Math.ceil(size / maximumParts))
  return Array.from({ length: Math.ceil(size / length) }, (_, index) => {
    const start = index * length
    return `bytes=${start}-${Math.min(start + length, size) - 1}`
  })
}

const begin = async ({ request, target, found }: Copying): CallOutcome<Upload> => {
  const { ContentType, CacheControl, ContentDisposition, ContentEncoding, ContentLanguage, Metadata } = found
  const metadata = {
    ContentType,
    CacheControl,
    ContentDisposition,
    ContentEncoding,
    ContentLanguage,
    Metadata,
  }
  const result = await request((client, options) =>
    client.send(new CreateMultipartUploadCommand({ ...target, ...metadata }), options),
  )
  return result.ok ? ok({ ...target, UploadId: result.value.UploadId ?? '' }) : result
}

const copyParts = async (
  { request, source, found }: Copying,
  upload: Upload,
  ranges: string[],
): CallOutcome<CopiedPart[]> => {
  const parts: CopiedPart[] = []
  const waiting = ranges.entries()
  let failed: StorageProblem | undefined
  const copySome = async () => {
    for (const [index, CopySourceRange] of waiting) {
      if (failed) return
      const PartNumber = index + 1
      const input = {
        ...upload,
        PartNumber,
        CopySource: source,
        CopySourceRange,
        CopySourceIfMatch: found.ETag,
      }
      const result = await request((client, options) =>
        client.send(new UploadPartCopyCommand(input), options),
      )
      if (result.ok) parts.push({ PartNumber, ETag: result.value.CopyPartResult?.ETag ?? '' })
      else failed ??= result.error
    }
  }
  await Promise.all(Array.from({ length: atOnce }, copySome))
  return failed ? fail(failed) : ok(parts.sort((a, b) => a.PartNumber - b.PartNumber))
}

const complete = async ({ request, ifNew }: Copying, upload: Upload, Parts: CopiedPart[]) => {
  const input = { ...upload, MultipartUpload: { Parts }, ...(ifNew && { IfNoneMatch: '*' }) }
  const result = await request((client, options) =>
    client.send(new CompleteMultipartUploadCommand(input), options),
  )
  return result.ok ? ok(result.value.ETag) : result
}

/** Whether nothing of an upload is left on the server. */
const cleanUp = async ({ requestToTheEnd }: Copying, upload: Upload): Promise<boolean> => {
  for (let tries = 0; tries < abortTries; tries++) {
    await requestToTheEnd((client) => client.send(new AbortMultipartUploadCommand(upload)))
    const left = await requestToTheEnd((client) => client.send(new ListPartsCommand(upload)))
    if (!left.ok && left.error.code === 'NoSuchUpload') return true
  }
  return false
}

/** Copies an object that is too large for one request, and leaves nothing behind where that fails. */
export const copyInParts = async (
  copying: Copying,
  { part }: CopyLimits,
): CallOutcome<string | undefined> => {
  const upload = await begin(copying)
  if (!upload.ok) return upload
  const parts = await copyParts(copying, upload.value, rangesOf(copying.found.ContentLength ?? 0, part))
  const copied = parts.ok ? await complete(copying, upload.value, parts.value) : parts
  if (copied.ok || (await cleanUp(copying, upload.value))) return copied
  return fail(problem('CopyCleanUpFailed', { because: copied.error.code ?? copied.error.kind }))
}
