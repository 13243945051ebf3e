import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { compareKeys } from './store/key-order.ts'
import { refusal } from './testing/refusal.ts'
import { ana, ben, bucket, type RunningStore, startObjectStore } from './testing/running-store.ts'

const fullPart = 5 * 1024 * 1024

let store: RunningStore
let client: S3Client

beforeAll(async () => {
  store = await startObjectStore()
  client = store.clientOf(ana)
})

afterAll(async () => {
  await store.stop()
  store.remove()
})

const md5 = (bytes: string | Buffer) => createHash('md5').update(bytes).digest()

const blobs = () => readdirSync(join(store.directory, 'blobs'))
const incoming = () => readdirSync(join(store.directory, 'incoming'))

const begin = async (key: string, input: Partial<CreateMultipartUploadCommandInput> = {}) => {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ...input }),
  )
  const target = { Bucket: bucket, Key: key, UploadId }
  return {
    target,
    part: (PartNumber: number, Body: string | Buffer, input = {}) =>
      client.send(new UploadPartCommand({ ...target, PartNumber, Body, ...input })),
    complete: (Parts: CompletedPart[], input = {}) =>
      client.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts }, ...input })),
    abort: () => client.send(new AbortMultipartUploadCommand(target)),
    parts: (input = {}) => client.send(new ListPartsCommand({ ...target, ...input })),
  }
}

const read = async (Key: string, input = {}) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key, ...input }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

describe('an upload of three parts', () => {
  const bodies = [Buffer.alloc(fullPart, 'a'), Buffer.alloc(fullPart + 1, 'b'), Buffer.from('end')]
  const whole = Buffer.concat(bodies)

  test('becomes one object with the tag of the tags, its headers and its bytes', async () => {
    const upload = await begin('public/video.mp4', { ContentType: 'video/mp4', Metadata: { pitch: '3' } })
    const tags = await Promise.all(bodies.map((body, at) => upload.part(at * 10 + 1, body)))
    const Parts = tags.map(({ ETag }, at) => ({ ETag, PartNumber: at * 10 + 1 }))
    const completed = await upload.complete(Parts)
    const expected = `"${md5(Buffer.concat(bodies.map(md5))).toString('hex')}-3"`
    expect(completed).toMatchObject({
      Bucket: bucket,
      Key: 'public/video.mp4',
      ETag: expected,
      Location: `${store.endpoint}/${bucket}/public/video.mp4`,
    })
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'public/video.mp4' }))
    expect(head).toMatchObject({
      ContentLength: whole.length,
      ContentType: 'video/mp4',
      Metadata: { pitch: '3' },
      ETag: expected,
    })
    expect((await read('public/video.mp4')).equals(whole)).toBe(true)
  })

  test.each([
    ['within one part', 10, 20],
    ['over the seam of two', fullPart - 2, fullPart + 2],
    ['over all three', 5, whole.length - 2],
    ['of exactly one part', fullPart, 2 * fullPart],
  ])('is read by ranges %s', async (_name, first, last) => {
    const bytes = await read('public/video.mp4', { Range: `bytes=${first}-${last}` })
    expect(bytes.equals(whole.subarray(first, last + 1))).toBe(true)
  })

  test('is read by the number of a part', async () => {
    expect((await read('public/video.mp4', { PartNumber: 3 })).toString()).toBe('end')
    const Bucket = bucket
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'public/video.mp4', PartNumber: 2 }))
    expect(head).toMatchObject({ PartsCount: 3, ContentLength: fullPart + 1 })
    expect(await refusal(read('public/video.mp4', { PartNumber: 4 }))).toBe('416 InvalidPartNumber')
  })

  test('cannot be completed, continued, listed or aborted again', async () => {
    const upload = await begin('public/once')
    const { ETag } = await upload.part(1, 'x')
    await upload.complete([{ ETag, PartNumber: 1 }])
    expect(await refusal(upload.complete([{ ETag, PartNumber: 1 }]))).toBe('404 NoSuchUpload')
    expect(await refusal(upload.part(2, 'y'))).toBe('404 NoSuchUpload')
    expect(await refusal(upload.parts())).toBe('404 NoSuchUpload')
    expect(await refusal(upload.abort())).toBe('404 NoSuchUpload')
    expect((await read('public/once')).toString()).toBe('x')
  })
})

describe('a complete is refused', () => {
  let upload: Awaited<ReturnType<typeof begin>>
  let first: CompletedPart
  let second: CompletedPart

  beforeEach(async () => {
    upload = await begin('public/refused')
    first = { PartNumber: 1, ETag: (await upload.part(1, 'small')).ETag }
    second = { PartNumber: 2, ETag: (await upload.part(2, 'last')).ETag }
  })

  test('when a part before the last is too small', async () => {
    expect(await refusal(upload.complete([first, second]))).toBe('400 EntityTooSmall')
  })

  test('when the parts do not ascend', async () => {
    expect(await refusal(upload.complete([second, first]))).toBe('400 InvalidPartOrder')
    expect(await refusal(upload.complete([first, first]))).toBe('400 InvalidPartOrder')
  })

  test('when a part is missing or another one', async () => {
    expect(await refusal(upload.complete([{ ...first, ETag: second.ETag }]))).toBe('400 InvalidPart')
    expect(await refusal(upload.complete([{ ...first, PartNumber: 3 }]))).toBe('400 InvalidPart')
  })

  test('when it names no part, or is no document', async () => {
    expect(await refusal(upload.complete([]))).toBe('400 MalformedXML')
    expect(await refusal(upload.complete([{ ETag: first.ETag }]))).toBe('400 MalformedXML')
  })

  test('when the key must be new and is not', async () => {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'public/refused', Body: 'there' }))
    expect(await refusal(upload.complete([first], { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed')
    expect((await read('public/refused')).toString()).toBe('there')
  })

  test('and afterwards the upload is still open with all its parts', async () => {
    expect(await refusal(upload.complete([first, second]))).toBe('400 EntityTooSmall')
    expect((await upload.parts()).Parts).toHaveLength(2)
    await upload.complete([second])
    expect((await read('public/refused')).toString()).toBe('last')
  })
})

test('parts that are left out, replaced or aborted leave nothing on the disk', async () => {
  const before = blobs().length
  const upload = await begin('public/tidy')
  await upload.part(1, 'old')
  const { ETag } = await upload.part(1, 'new')
  await upload.part(2, 'left out')
  expect(blobs()).toHaveLength(before + 2)
  await upload.complete([{ PartNumber: 1, ETag }])
  expect(blobs()).toHaveLength(before + 1)
  const aborted = await begin('public/aborted')
  await aborted.part(1, 'x')
  expect((await aborted.abort()).$metadata.httpStatusCode).toBe(204)
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'public/tidy' }))
  expect(blobs()).toHaveLength(before)
})

test('a part that ends after its upload was aborted is NoSuchUpload and leaves nothing', async () => {
  const before = blobs().length
  const upload = await begin('public/late')
  const part = refusal(upload.part(1, Buffer.alloc(30 * 1024 * 1024)))
  await upload.abort()
  expect(await part).toBe('404 NoSuchUpload')
  expect(blobs()).toHaveLength(before)
})

test.each([0, 10_001, -1])('part number %i is refused', async (number) => {
  const upload = await begin('public/number')
  expect(await refusal(upload.part(number, 'x'))).toBe('400 InvalidArgument')
})

test('an upload id is worth nothing under another key', async () => {
  const { target } = await begin('public/this')
  const other = { ...target, Key: 'public/that' }
  expect(await refusal(client.send(new ListPartsCommand(other)))).toBe('404 NoSuchUpload')
  expect(await refusal(client.send(new UploadPartCommand({ ...other, PartNumber: 1, Body: 'x' })))).toBe(
    '404 NoSuchUpload',
  )
})

test('parts are listed by number, in pages', async () => {
  const upload = await begin('public/parts')
  for (const number of [7, 1, 30, 2, 10_000]) await upload.part(number, `part ${number}`)
  const found: (number | undefined)[] = []
  let PartNumberMarker: string | undefined
  do {
    const page = await upload.parts({ MaxParts: 2, PartNumberMarker })
    found.push(...(page.Parts ?? []).map(({ PartNumber }) => PartNumber))
    PartNumberMarker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined
  } while (PartNumberMarker !== undefined)
  expect(found).toEqual([1, 2, 7, 30, 10_000])
  const all = await upload.parts()
  expect(all).toMatchObject({ StorageClass: 'STANDARD', IsTruncated: false, Initiator: { ID: ana } })
  expect(all.Parts?.[0]).toMatchObject({
    PartNumber: 1,
    Size: 6,
    ETag: `"${md5('part 1').toString('hex')}"`,
    LastModified: expect.any(Date),
  })
})

describe('open uploads', () => {
  const keys = ['public/list/a', 'public/list/a', 'public/list/b/1', 'public/list/b/2', 'public/list/c']
  const begun: { Key: string; UploadId: string | undefined }[] = []

  beforeAll(async () => {
    for (const Key of keys) begun.push({ Key, UploadId: (await begin(Key)).target.UploadId })
  })

  const list = (input: Partial<ListMultipartUploadsCommandInput> = {}) =>
    client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'public/list/', ...input }))

  test.each([1, 2, 3, 1000])('are listed by key and age, in pages of %i', async (MaxUploads) => {
    const found: unknown[] = []
    let input: Partial<ListMultipartUploadsCommandInput> | undefined = {}
    while (input) {
      const page = await list({ MaxUploads, ...input })
      found.push(...(page.Uploads ?? []).map(({ Key, UploadId }) => ({ Key, UploadId })))
      input = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined
    }
    expect(found).toHaveLength(begun.length)
    expect(found).toEqual(expect.arrayContaining(begun))
  })

  test.each([1, 2, 1000])('are grouped by a delimiter, in pages of %i', async (MaxUploads) => {
    const found: string[] = []
    let input: Partial<ListMultipartUploadsCommandInput> | undefined = {}
    while (input) {
      const page = await list({ MaxUploads, Delimiter: '/', ...input })
      found.push(...(page.Uploads ?? []).map(({ Key = '' }) => Key))
      found.push(...(page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix))
      input = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined
    }
    expect(found.toSorted(compareKeys)).toEqual([
      'public/list/a',
      'public/list/a',
      'public/list/b/',
      'public/list/c',
    ])
  })

  test('are listed encoded, with initiator and time', async () => {
    await begin('public/listed é')
    const found = await list({ Prefix: 'public/listed', EncodingType: 'url' })
    expect(found.Uploads).toMatchObject([
      {
        Key: 'public/listed+%C3%A9',
        Initiator: { ID: ana },
        StorageClass: 'STANDARD',
        Initiated: expect.any(Date),
      },
    ])
  })

  test('of others cannot be continued', async () => {
    const upload = await begin(`protected/${ana}/a`)
    const others = store.clientOf(ben)
    expect(await refusal(others.send(new ListPartsCommand(upload.target)))).toBe('403 AccessDenied')
    expect(await refusal(others.send(new AbortMultipartUploadCommand(upload.target)))).toBe(
      '403 AccessDenied',
    )
  })
})

describe('checksums of parts', () => {
  const crcOf = (text: string) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(crc32(text))
    return bytes
  }

  test('are kept, wanted again at the end, and become the checksum of checksums', async () => {
    const upload = await begin('public/checksum', { ChecksumAlgorithm: 'CRC32' })
    const { ETag, ChecksumCRC32 } = await upload.part(1, 'text')
    expect(ChecksumCRC32).toBe(crcOf('text').toString('base64'))
    expect((await upload.parts()).Parts).toMatchObject([{ ChecksumCRC32 }])
    const part = { PartNumber: 1, ETag }
    expect(await refusal(upload.complete([part]))).toBe('400 InvalidRequest')
    const wrong = crcOf('other').toString('base64')
    expect(await refusal(upload.complete([{ ...part, ChecksumCRC32: wrong }]))).toBe('400 InvalidPart')
    const composite = Buffer.alloc(4)
    composite.writeUInt32BE(crc32(crcOf('text')))
    expect(await upload.complete([{ ...part, ChecksumCRC32 }])).toMatchObject({
      ChecksumCRC32: `${composite.toString('base64')}-1`,
      ChecksumType: 'COMPOSITE',
    })
    expect((await read('public/checksum')).toString()).toBe('text')
  })

  test('of the whole object are checked at the end, and so is its size', async () => {
    const upload = await begin('public/promised', { ChecksumAlgorithm: 'SHA256' })
    const { ETag, ChecksumSHA256 } = await upload.part(1, 'text', { ChecksumAlgorithm: 'SHA256' })
    const parts = [{ PartNumber: 1, ETag, ChecksumSHA256 }]
    expect(await refusal(upload.complete(parts, { MpuObjectSize: 5 }))).toBe('400 InvalidRequest')
    expect(await refusal(upload.complete(parts, { ChecksumSHA256 }))).toBe('400 BadDigest')
    const composite = createHash('sha256')
      .update(createHash('sha256').update('text').digest())
      .digest('base64')
    const completed = await upload.complete(parts, { MpuObjectSize: 4, ChecksumSHA256: `${composite}-1` })
    expect(completed.ChecksumSHA256).toBe(`${composite}-1`)
  })

  test('must be the kind that the upload was begun with', async () => {
    const upload = await begin('public/kind', { ChecksumAlgorithm: 'SHA256' })
    expect(await refusal(upload.part(1, 'x'))).toBe('400 InvalidRequest')
    await upload.part(1, 'x', { ChecksumAlgorithm: 'SHA256' })
  })

  test('of a kind this store does not know are refused at the beginning', async () => {
    expect(await refusal(begin('public/unknown', { ChecksumAlgorithm: 'CRC64NVME' }))).toBe(
      '501 NotImplemented',
    )
    expect(
      await refusal(begin('public/unknown', { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' })),
    ).toBe('501 NotImplemented')
  })
})

describe('a part copied from an object', () => {
  beforeAll(() =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key: 'public/source', Body: '0123456789' })),
  )

  type Target = { Bucket: string; Key: string; UploadId: string | undefined }
  const copy = (target: Target, range?: string, source = 'public/source') =>
    client.send(
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
    const upload = await begin('public/copied', { ChecksumAlgorithm: 'SHA1' })
    const { CopyPartResult } = await copy(upload.target, range)
    expect(CopyPartResult?.ETag).toBe(`"${md5(text).toString('hex')}"`)
    await upload.complete([
      { PartNumber: 1, ETag: CopyPartResult?.ETag, ChecksumSHA1: CopyPartResult?.ChecksumSHA1 },
    ])
    expect((await read('public/copied')).toString()).toBe(text)
  })

  test('is whole when the object, itself of several parts, is deleted meanwhile', async () => {
    const before = blobs().length
    const source = await begin('public/long-source')
    const bodies = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => Buffer.alloc(fullPart, letter))
    const Parts: CompletedPart[] = []
    for (const [at, body] of bodies.entries()) {
      const { ETag } = await source.part(at + 1, body)
      Parts.push({ PartNumber: at + 1, ETag })
    }
    await source.complete(Parts)
    const upload = await begin('public/copied')
    const copying = copy(upload.target, undefined, 'public/long-source')
    await vi.waitFor(() => expect(incoming()).not.toHaveLength(0), { interval: 1 })
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'public/long-source' }))
    const { CopyPartResult } = await copying
    expect(CopyPartResult?.ETag).toBe(`"${md5(Buffer.concat(bodies)).toString('hex')}"`)
    await upload.abort()
    expect(blobs()).toHaveLength(before)
  })

  test.each(['bytes=0-10', 'bytes=-3', 'bytes=3-', 'bytes=4-2'])('has no range %s', async (range) => {
    const upload = await begin('public/copied')
    expect(await refusal(copy(upload.target, range))).toBe('400 InvalidArgument')
  })
})
