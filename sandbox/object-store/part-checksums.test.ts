import { describe, expect, test } from 'vitest'
import { computeCrc, sha256 } from './testing/digests.ts'
import { objectCalls } from './testing/object-calls.ts'
import { readError } from './testing/read-error.ts'
import { storeForFile } from './testing/store-for-file.ts'
import { uploadsBy } from './testing/uploads-by.ts'
import { shelf } from './testing/running-store.ts'

const { send } = storeForFile()
const { read } = objectCalls(send)
const begin = uploadsBy(send)

describe('checksums of parts', () => {
  test('are stored, required again at the end, and become the checksum of checksums', async () => {
    const upload = await begin(`${shelf}checksum`, { ChecksumAlgorithm: 'CRC32' })
    const { ETag, ChecksumCRC32 } = await upload.part(1, 'text')
    expect(ChecksumCRC32).toBe(computeCrc('text').toString('base64'))
    expect((await upload.parts()).Parts).toMatchObject([{ ChecksumCRC32 }])
    const part = { PartNumber: 1, ETag }
    expect(await readError(upload.complete([part]))).toBe('400 InvalidRequest')
    const wrong = computeCrc('other').toString('base64')
    expect(await readError(upload.complete([{ ...part, ChecksumCRC32: wrong }]))).toBe('400 InvalidPart')
    const composite = computeCrc(computeCrc('text'))
    expect(await upload.complete([{ ...part, ChecksumCRC32 }])).toMatchObject({
      ChecksumCRC32: `${composite.toString('base64')}-1`,
      ChecksumType: 'COMPOSITE',
    })
    expect(await read(`${shelf}checksum`)).toBe('text')
  })

  test('of the whole object are checked at the end, and so is its size', async () => {
    const upload = await begin(`${shelf}promised`, { ChecksumAlgorithm: 'SHA256' })
    const { ETag, ChecksumSHA256 } = await upload.part(1, 'text', { ChecksumAlgorithm: 'SHA256' })
    const parts = [{ PartNumber: 1, ETag, ChecksumSHA256 }]
    expect(await readError(upload.complete(parts, { MpuObjectSize: 5 }))).toBe('400 InvalidRequest')
    expect(await readError(upload.complete(parts, { ChecksumSHA256 }))).toBe('400 BadDigest')
    const composite = sha256(sha256('text')).toString('base64')
    const completed = await upload.complete(parts, { MpuObjectSize: 4, ChecksumSHA256: `${composite}-1` })
    expect(completed.ChecksumSHA256).toBe(`${composite}-1`)
  })

  test('must be of the kind that the upload started with', async () => {
    const upload = await begin(`${shelf}kind`, { ChecksumAlgorithm: 'SHA256' })
    expect(await readError(upload.part(1, 'x'))).toBe('400 InvalidRequest')
    await upload.part(1, 'x', { ChecksumAlgorithm: 'SHA256' })
  })

  test('of an unknown kind are refused at the start', async () => {
    expect(await readError(begin(`${shelf}unknown`, { ChecksumAlgorithm: 'CRC64NVME' }))).toBe(
      '501 NotImplemented',
    )
    expect(
      await readError(begin(`${shelf}unknown`, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' })),
    ).toBe('501 NotImplemented')
  })
})
