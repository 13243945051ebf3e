import { CopyObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { computeEtag } from './testing/digests.ts'
import { objectCalls } from './testing/object-calls.ts'
import { readError } from './testing/read-error.ts'
import { bucket, shelf } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { send, filesIn } = storeForFile()
const { put, get, read } = objectCalls(send)

test('returns an object as it was put, with its headers and metadata', async () => {
  const { ETag } = await put(`${shelf}kept`, 'hello', {
    ContentType: 'text/plain; charset=utf-8',
    ContentDisposition: 'inline; filename="a.txt"',
    ContentLanguage: 'pt-BR',
    ContentEncoding: 'identity',
    CacheControl: 'no-store',
    Metadata: { coach: 'Ana', empty: '' },
  })
  expect(ETag).toBe(computeEtag('hello'))
  const expected = {
    ContentType: 'text/plain; charset=utf-8',
    ContentDisposition: 'inline; filename="a.txt"',
    ContentLanguage: 'pt-BR',
    ContentEncoding: 'identity',
    CacheControl: 'no-store',
    ContentLength: 5,
    AcceptRanges: 'bytes',
    Metadata: { coach: 'Ana', empty: '' },
    ETag,
  }
  const found = await get(`${shelf}kept`)
  expect(found).toMatchObject(expected)
  expect(await found.Body?.transformToString()).toBe('hello')
  expect(await send(new HeadObjectCommand({ Bucket: bucket, Key: `${shelf}kept` }))).toMatchObject(expected)
})

test('returns an empty object, put without a type, as binary/octet-stream of length 0', async () => {
  await send(new PutObjectCommand({ Bucket: bucket, Key: `${shelf}empty`, Body: new Uint8Array() }))
  const { ContentLength, ETag, Body } = await get(`${shelf}empty`)
  expect({ ContentLength, ETag }).toEqual({ ContentLength: 0, ETag: computeEtag('') })
  expect(await Body?.transformToString()).toBe('')
})

test.each([
  `${shelf}with space`,
  `${shelf}a+b`,
  `${shelf}100%`,
  `${shelf}%2F`,
  `${shelf}ação/ñandú`,
  `${shelf}😀.mp4`,
  `${shelf}../../etc/passwd`,
  `${shelf}./a`,
  `${shelf}/double//slash/`,
  `${shelf}question?mark&and=hash#`,
  `${shelf}!'()*~`,
  `${shelf}<xml>&"quoted"`,
  `${shelf}C:\\windows`,
  `${shelf}${'é'.repeat((1024 - shelf.length) / 2)}`,
])('stores the key %j unchanged, and never uses it as a path', async (key) => {
  await put(key, key)
  expect(await read(key)).toBe(key)
  await send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: `${shelf}copy`,
      CopySource: encodeURIComponent(`${bucket}/${key}`),
    }),
  )
  expect(await read(`${shelf}copy`)).toBe(key)
  expect(filesIn('.').sort()).toEqual(['blobs', 'incoming', 'journal.ndjson'])
  expect(filesIn('blobs').every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true)
})

test('refuses a key of more than 1024 bytes', async () => {
  expect(await readError(put(`${shelf}${'é'.repeat(509)}`, 'x'))).toBe('400 KeyTooLongError')
})

test('refuses metadata of more than 2 KB', async () => {
  expect(await readError(put(`${shelf}much`, 'x', { Metadata: { a: 'x'.repeat(2048) } }))).toBe(
    '400 MetadataTooLarge',
  )
})

test('refuses what this store does not support instead of ignoring it', async () => {
  expect(await readError(put(`${shelf}a`, 'x', { ACL: 'public-read' }))).toBe('501 NotImplemented')
  expect(await readError(put(`${shelf}a`, 'x', { Tagging: 'a=b' }))).toBe('501 NotImplemented')
  expect(await readError(get(`${shelf}a`, { VersionId: '1' }))).toBe('501 NotImplemented')
})

test('a reader may override response headers', async () => {
  await put(`${shelf}override`, 'x', { ContentType: 'text/plain' })
  const found = await get(`${shelf}override`, {
    ResponseContentType: 'video/mp4',
    ResponseContentDisposition: 'attachment; filename="match.mp4"',
    ResponseCacheControl: 'no-cache',
    ResponseContentLanguage: 'es-AR',
    ResponseContentEncoding: 'identity',
  })
  expect(found).toMatchObject({
    ContentType: 'video/mp4',
    ContentDisposition: 'attachment; filename="match.mp4"',
    CacheControl: 'no-cache',
    ContentLanguage: 'es-AR',
    ContentEncoding: 'identity',
  })
  const unwritable = get(`${shelf}override`, { ResponseContentDisposition: 'attachment; filename="😀"' })
  expect(await readError(unwritable)).toBe('400 InvalidArgument')
})

test('returns NoSuchKey for a missing object, NoSuchBucket for a missing bucket', async () => {
  expect(await readError(get(`${shelf}missing`))).toBe('404 NoSuchKey')
  expect(await readError(send(new HeadObjectCommand({ Bucket: bucket, Key: `${shelf}missing` })))).toBe(
    '404 NotFound',
  )
  expect(await readError(get(`${shelf}missing`, { Bucket: 'elsewhere' }))).toBe('404 NoSuchBucket')
})

test('completes a running download with the old bytes when the object is replaced meanwhile', async () => {
  const size = 20 * 1024 * 1024
  await put(`${shelf}big`, 'a'.repeat(size))
  const { Body } = await get(`${shelf}big`)
  await put(`${shelf}big`, 'b')
  const text = (await Body?.transformToString()) ?? ''
  expect(text.length).toBe(size)
  expect(text.at(-1)).toBe('a')
  expect(await read(`${shelf}big`)).toBe('b')
})
