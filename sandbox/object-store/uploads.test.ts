import {
  type CompletedPart,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { beforeEach, describe, expect, test } from 'vitest'
import { md5 } from './testing/digests.ts'
import { objectCalls } from './testing/object-calls.ts'
import { readError } from './testing/read-error.ts'
import { bucket, encodedShelf, shelf } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'
import { fullPart, uploadsBy } from './testing/uploads-by.ts'

const { running, send, filesIn } = storeForFile()
const { put, read, readBytes } = objectCalls(send)
const begin = uploadsBy(send)

describe('an upload of three parts', () => {
  const bodies = [Buffer.alloc(fullPart, 'a'), Buffer.alloc(fullPart + 1, 'b'), Buffer.from('end')]
  const whole = Buffer.concat(bodies)

  test('becomes one object with the tag of the tags, its headers and its bytes', async () => {
    const upload = await begin(`${shelf}video.mp4`, { ContentType: 'video/mp4', Metadata: { pitch: '3' } })
    const tags = await Promise.all(bodies.map((body, at) => upload.part(at * 10 + 1, body)))
    const Parts = tags.map(({ ETag }, at) => ({ ETag, PartNumber: at * 10 + 1 }))
    const completed = await upload.complete(Parts)
    const expected = `"${md5(Buffer.concat(bodies.map(md5))).toString('hex')}-3"`
    expect(completed).toMatchObject({
      Bucket: bucket,
      Key: `${shelf}video.mp4`,
      ETag: expected,
      Location: `${running().endpoint}/${bucket}/${encodedShelf}video.mp4`,
    })
    const head = await send(new HeadObjectCommand({ Bucket: bucket, Key: `${shelf}video.mp4` }))
    expect(head).toMatchObject({
      ContentLength: whole.length,
      ContentType: 'video/mp4',
      Metadata: { pitch: '3' },
      ETag: expected,
    })
    expect((await readBytes(`${shelf}video.mp4`)).equals(whole)).toBe(true)
  })

  test.each([
    ['within one part', 10, 20],
    ['over the seam of two', fullPart - 2, fullPart + 2],
    ['over all three', 5, whole.length - 2],
    ['of exactly one part', fullPart, 2 * fullPart],
  ])('can be read by ranges %s', async (_name, first, last) => {
    const bytes = await readBytes(`${shelf}video.mp4`, { Range: `bytes=${first}-${last}` })
    expect(bytes.equals(whole.subarray(first, last + 1))).toBe(true)
  })

  test('can be read by part number', async () => {
    expect((await readBytes(`${shelf}video.mp4`, { PartNumber: 3 })).toString()).toBe('end')
    const Bucket = bucket
    const head = await send(new HeadObjectCommand({ Bucket, Key: `${shelf}video.mp4`, PartNumber: 2 }))
    expect(head).toMatchObject({ PartsCount: 3, ContentLength: fullPart + 1 })
    expect(await readError(readBytes(`${shelf}video.mp4`, { PartNumber: 4 }))).toBe('416 InvalidPartNumber')
  })

  test('cannot be completed, continued, listed or aborted again', async () => {
    const upload = await begin(`${shelf}once`)
    const { ETag } = await upload.part(1, 'x')
    await upload.complete([{ ETag, PartNumber: 1 }])
    expect(await readError(upload.complete([{ ETag, PartNumber: 1 }]))).toBe('404 NoSuchUpload')
    expect(await readError(upload.part(2, 'y'))).toBe('404 NoSuchUpload')
    expect(await readError(upload.parts())).toBe('404 NoSuchUpload')
    expect(await readError(upload.abort())).toBe('404 NoSuchUpload')
    expect(await read(`${shelf}once`)).toBe('x')
  })
})

describe('refuses to complete', () => {
  let upload: Awaited<ReturnType<typeof begin>>
  let first: CompletedPart
  let second: CompletedPart

  beforeEach(async () => {
    upload = await begin(`${shelf}refused`)
    first = { PartNumber: 1, ETag: (await upload.part(1, 'small')).ETag }
    second = { PartNumber: 2, ETag: (await upload.part(2, 'last')).ETag }
  })

  test('when a part other than the last is too small', async () => {
    expect(await readError(upload.complete([first, second]))).toBe('400 EntityTooSmall')
  })

  test('when the parts are not in ascending order', async () => {
    expect(await readError(upload.complete([second, first]))).toBe('400 InvalidPartOrder')
    expect(await readError(upload.complete([first, first]))).toBe('400 InvalidPartOrder')
  })

  test('when a part is missing or differs', async () => {
    expect(await readError(upload.complete([{ ...first, ETag: second.ETag }]))).toBe('400 InvalidPart')
    expect(await readError(upload.complete([{ ...first, PartNumber: 3 }]))).toBe('400 InvalidPart')
  })

  test('when the request lists no part, or is not a document', async () => {
    expect(await readError(upload.complete([]))).toBe('400 MalformedXML')
    expect(await readError(upload.complete([{ ETag: first.ETag }]))).toBe('400 MalformedXML')
  })

  test('when the key must be new but exists', async () => {
    await put(`${shelf}refused`, 'there')
    expect(await readError(upload.complete([first], { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed')
    expect(await read(`${shelf}refused`)).toBe('there')
  })

  test('and keeps the upload open with all its parts', async () => {
    expect(await readError(upload.complete([first, second]))).toBe('400 EntityTooSmall')
    expect((await upload.parts()).Parts).toHaveLength(2)
    await upload.complete([second])
    expect(await read(`${shelf}refused`)).toBe('last')
  })
})

test('leaves nothing on the disk of parts that are left out, replaced or aborted', async () => {
  const before = filesIn('blobs').length
  const upload = await begin(`${shelf}tidy`)
  await upload.part(1, 'old')
  const { ETag } = await upload.part(1, 'new')
  await upload.part(2, 'left out')
  expect(filesIn('blobs')).toHaveLength(before + 2)
  await upload.complete([{ PartNumber: 1, ETag }])
  expect(filesIn('blobs')).toHaveLength(before + 1)
  const aborted = await begin(`${shelf}aborted`)
  await aborted.part(1, 'x')
  expect((await aborted.abort()).$metadata.httpStatusCode).toBe(204)
  await send(new DeleteObjectCommand({ Bucket: bucket, Key: `${shelf}tidy` }))
  expect(filesIn('blobs')).toHaveLength(before)
})

test('responds with NoSuchUpload, and stores nothing, when a part ends after the abort', async () => {
  const before = filesIn('blobs').length
  const upload = await begin(`${shelf}late`)
  const part = readError(upload.part(1, Buffer.alloc(30 * 1024 * 1024)))
  await upload.abort()
  expect(await part).toBe('404 NoSuchUpload')
  expect(filesIn('blobs')).toHaveLength(before)
})

test.each([0, 10_001, -1])('refuses part number %i', async (number) => {
  const upload = await begin(`${shelf}number`)
  expect(await readError(upload.part(number, 'x'))).toBe('400 InvalidArgument')
})

test('does not accept an upload id under another key', async () => {
  const { target } = await begin(`${shelf}this`)
  const other = { ...target, Key: `${shelf}that` }
  expect(await readError(send(new ListPartsCommand(other)))).toBe('404 NoSuchUpload')
  expect(await readError(send(new UploadPartCommand({ ...other, PartNumber: 1, Body: 'x' })))).toBe(
    '404 NoSuchUpload',
  )
})
