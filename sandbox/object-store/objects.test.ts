import { CopyObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { tagOf } from './testing/digests.ts'
import { objectCalls } from './testing/object-calls.ts'
import { refusal } from './testing/refusal.ts'
import { bucket } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { send, filesIn } = storeForFile()
const { put, get, read } = objectCalls(send)

test('an object comes back as it was put, with its headers and metadata', async () => {
  const { ETag } = await put('public/kept', 'hello', {
    ContentType: 'text/plain; charset=utf-8',
    ContentDisposition: 'inline; filename="a.txt"',
    ContentLanguage: 'pt-BR',
    ContentEncoding: 'identity',
    CacheControl: 'no-store',
    Metadata: { coach: 'Ana', empty: '' },
  })
  expect(ETag).toBe(tagOf('hello'))
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
  const found = await get('public/kept')
  expect(found).toMatchObject(expected)
  expect(await found.Body?.transformToString()).toBe('hello')
  expect(await send(new HeadObjectCommand({ Bucket: bucket, Key: 'public/kept' }))).toMatchObject(expected)
})

test('an object of no bytes, put without a type, is binary/octet-stream of length 0', async () => {
  await send(new PutObjectCommand({ Bucket: bucket, Key: 'public/empty', Body: new Uint8Array() }))
  const { ContentLength, ETag, Body } = await get('public/empty')
  expect({ ContentLength, ETag }).toEqual({ ContentLength: 0, ETag: tagOf('') })
  expect(await Body?.transformToString()).toBe('')
})

test.each([
  'public/with space',
  'public/a+b',
  'public/100%',
  'public/%2F',
  'public/ação/ñandú',
  'public/😀.mp4',
  'public/../../etc/passwd',
  'public/./a',
  'public//double//slash/',
  'public/question?mark&and=hash#',
  "public/!'()*~",
  'public/<xml>&"quoted"',
  'public/C:\\windows',
  `public/${'é'.repeat(508)}`,
])('the key %j is stored as it is, and never becomes a path', async (key) => {
  await put(key, key)
  expect(await read(key)).toBe(key)
  await send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: 'public/copy',
      CopySource: encodeURIComponent(`${bucket}/${key}`),
    }),
  )
  expect(await read('public/copy')).toBe(key)
  expect(filesIn('.').sort()).toEqual(['blobs', 'incoming', 'journal.ndjson'])
  expect(filesIn('blobs').every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true)
})

test('a key of more than 1024 bytes is refused', async () => {
  expect(await refusal(put(`public/${'é'.repeat(509)}`, 'x'))).toBe('400 KeyTooLongError')
})

test('metadata of more than 2 KB is refused', async () => {
  expect(await refusal(put('public/much', 'x', { Metadata: { a: 'x'.repeat(2048) } }))).toBe(
    '400 MetadataTooLarge',
  )
})

test('what this store does not know is refused, not overlooked', async () => {
  expect(await refusal(put('public/a', 'x', { ACL: 'public-read' }))).toBe('501 NotImplemented')
  expect(await refusal(put('public/a', 'x', { Tagging: 'a=b' }))).toBe('501 NotImplemented')
  expect(await refusal(get('public/a', { VersionId: '1' }))).toBe('501 NotImplemented')
})

test('a reader may override response headers', async () => {
  await put('public/override', 'x', { ContentType: 'text/plain' })
  const found = await get('public/override', {
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
  const unwritable = get('public/override', { ResponseContentDisposition: 'attachment; filename="😀"' })
  expect(await refusal(unwritable)).toBe('400 InvalidArgument')
})

test('a missing object is NoSuchKey, a missing bucket NoSuchBucket', async () => {
  expect(await refusal(get('public/missing'))).toBe('404 NoSuchKey')
  expect(await refusal(send(new HeadObjectCommand({ Bucket: bucket, Key: 'public/missing' })))).toBe(
    '404 NotFound',
  )
  expect(await refusal(get('public/missing', { Bucket: 'elsewhere' }))).toBe('404 NoSuchBucket')
})

test('a download under way ends as it began when the object is replaced meanwhile', async () => {
  const size = 20 * 1024 * 1024
  await put('public/big', 'a'.repeat(size))
  const { Body } = await get('public/big')
  await put('public/big', 'b')
  const text = (await Body?.transformToString()) ?? ''
  expect(text.length).toBe(size)
  expect(text.at(-1)).toBe('a')
  expect(await read('public/big')).toBe('b')
})
