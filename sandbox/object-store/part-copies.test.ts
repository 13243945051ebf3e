import { type CompletedPart, DeleteObjectCommand, UploadPartCopyCommand } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { computeEtag } from './testing/digests.ts'
import { objectCalls } from './testing/object-calls.ts'
import { readError } from './testing/read-error.ts'
import { bucket, shelf } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'
import { fullPart, uploadsBy } from './testing/uploads-by.ts'

const { send, filesIn } = storeForFile()
const { put, read } = objectCalls(send)
const begin = uploadsBy(send)

describe('a part copied from an object', () => {
  beforeAll(() => put(`${shelf}source`, '0123456789'))

  type Target = { Bucket: string; Key: string; UploadId: string | undefined }
  const copy = (target: Target, range?: string, source = `${shelf}source`) =>
    send(
      new UploadPartCopyCommand({
        ...target,
        PartNumber: 1,
        CopySource: `${bucket}/${source}`,
        CopySourceRange: range,
      }),
    )

  test.each([
    [undefined, '0123456789'],
    ['bytes=2-4', '234'],
  ])('has the bytes of range %s and their tag', async (range, text) => {
    const upload = await begin(`${shelf}copied`, { ChecksumAlgorithm: 'SHA1' })
    const { CopyPartResult } = await copy(upload.target, range)
    expect(CopyPartResult?.ETag).toBe(computeEtag(text))
    await upload.complete([
      { PartNumber: 1, ETag: CopyPartResult?.ETag, ChecksumSHA1: CopyPartResult?.ChecksumSHA1 },
    ])
    expect(await read(`${shelf}copied`)).toBe(text)
  })

  test('is complete when the object, itself of several parts, is deleted meanwhile', async () => {
    const before = filesIn('blobs').length
    const source = await begin(`${shelf}long-source`)
    const bodies = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => Buffer.alloc(fullPart, letter))
    const Parts: CompletedPart[] = []
    for (const [at, body] of bodies.entries()) {
      const { ETag } = await source.part(at + 1, body)
      Parts.push({ PartNumber: at + 1, ETag })
    }
    await source.complete(Parts)
    const upload = await begin(`${shelf}copied`)
    const copying = copy(upload.target, undefined, `${shelf}long-source`)
    await expect.poll(() => filesIn('incoming'), { interval: 1 }).not.toHaveLength(0)
    await send(new DeleteObjectCommand({ Bucket: bucket, Key: `${shelf}long-source` }))
    const { CopyPartResult } = await copying
    expect(CopyPartResult?.ETag).toBe(computeEtag(Buffer.concat(bodies)))
    await upload.abort()
    expect(filesIn('blobs')).toHaveLength(before)
  })

  test.each(['bytes=0-10', 'bytes=-3', 'bytes=3-', 'bytes=4-2'])('refuses range %s', async (range) => {
    const upload = await begin(`${shelf}copied`)
    expect(await readError(copy(upload.target, range))).toBe('400 InvalidArgument')
  })
})
