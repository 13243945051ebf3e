import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from './testing/refusal.ts'
import { ana, bucket, type RunningStore, startObjectStore } from './testing/running-store.ts'

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

const put = (key: string, body: string, input: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...input }))

const get = (key: string, input: Partial<GetObjectCommandInput> = {}) =>
  client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...input }))

const read = async (key: string) => (await get(key)).Body?.transformToString()

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const blobs = () => readdirSync(join(store.directory, 'blobs'))

test('an object comes back as it was put, with its headers and metadata', async () => {
  const { ETag } = await put('public/kept', 'hello', {
    ContentType: 'text/plain; charset=utf-8',
    ContentDisposition: 'inline; filename="a.txt"',
    ContentLanguage: 'pt-BR',
    ContentEncoding: 'identity',
    CacheControl: 'no-store',
    Metadata: { coach: 'Ana', empty: '' },
  })
  expect(ETag).toBe(`"${md5('hello')}"`)
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
  expect(await client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'public/kept' }))).toMatchObject(
    expected,
  )
})

test('an object of no bytes, put without a type, is binary/octet-stream of length 0', async () => {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'public/empty', Body: new Uint8Array() }))
  const { ContentLength, ETag, Body } = await get('public/empty')
  expect({ ContentLength, ETag }).toEqual({ ContentLength: 0, ETag: `"${md5('')}"` })
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
])('the key %j is kept as it is, and never becomes a path', async (key) => {
  await put(key, key)
  expect(await read(key)).toBe(key)
  await client.send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: 'public/copy',
      CopySource: encodeURIComponent(`${bucket}/${key}`),
    }),
  )
  expect(await read('public/copy')).toBe(key)
  expect(readdirSync(store.directory).sort()).toEqual(['blobs', 'incoming', 'journal.ndjson'])
  expect(blobs().every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true)
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

describe('ranges', () => {
  beforeAll(() => put('public/range', '0123456789'))

  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=3-5', '345', 'bytes 3-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=0-99', '0123456789', 'bytes 0-9/10'],
  ])('%s', async (Range, text, ContentRange) => {
    const found = await get('public/range', { Range })
    expect(found.$metadata.httpStatusCode).toBe(206)
    expect(found).toMatchObject({ ContentRange, ContentLength: text.length })
    expect(await found.Body?.transformToString()).toBe(text)
  })

  test('several ranges are answered with the whole object', async () => {
    const found = await get('public/range', { Range: 'bytes=0-1,4-5' })
    expect(found.$metadata.httpStatusCode).toBe(200)
    expect(await found.Body?.transformToString()).toBe('0123456789')
  })

  test('a range behind the end is refused', async () => {
    expect(await refusal(get('public/range', { Range: 'bytes=10-' }))).toBe('416 InvalidRange')
  })
})

describe('conditions', () => {
  const tag = `"${md5('condition')}"`
  const other = `"${md5('other')}"`
  const before = new Date(Date.now() - 60_000)
  const after = new Date(Date.now() + 60_000)

  beforeAll(() => put('public/condition', 'condition'))

  const met = async (call: Promise<{ $metadata: { httpStatusCode?: number } }>) =>
    (await call).$metadata.httpStatusCode

  test.each<[Partial<GetObjectCommandInput>]>([
    [{ IfMatch: tag }],
    [{ IfMatch: '*' }],
    [{ IfMatch: `${other}, ${tag}` }],
    [{ IfNoneMatch: other }],
    [{ IfModifiedSince: before }],
    [{ IfUnmodifiedSince: after }],
    [{ IfMatch: tag, IfUnmodifiedSince: before }],
    [{ IfNoneMatch: other, IfModifiedSince: after }],
  ])('are met: %j', async (input) => {
    expect(await met(get('public/condition', input))).toBe(200)
    expect(
      await met(client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'public/condition', ...input }))),
    ).toBe(200)
  })

  test.each<[Partial<GetObjectCommandInput>, string]>([
    [{ IfMatch: other }, '412 PreconditionFailed'],
    [{ IfUnmodifiedSince: before }, '412 PreconditionFailed'],
    [{ IfNoneMatch: tag }, '304 NotModified'],
    [{ IfNoneMatch: '*' }, '304 NotModified'],
    [{ IfModifiedSince: after }, '304 NotModified'],
    [{ IfMatch: tag, IfNoneMatch: tag }, '304 NotModified'],
  ])('are not met: %j', async (input, expected) => {
    const found = await refusal(get('public/condition', input))
    expect(found.slice(0, 3)).toBe(expected.slice(0, 3))
  })

  test('a put can insist on a new key', async () => {
    await put('public/new', 'first', { IfNoneMatch: '*' })
    expect(await refusal(put('public/new', 'second', { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed')
    expect(await read('public/new')).toBe('first')
  })

  test('a put can insist on the object it replaces', async () => {
    const { ETag } = await put('public/replaced', 'first')
    await put('public/replaced', 'second', { IfMatch: ETag })
    expect(await refusal(put('public/replaced', 'third', { IfMatch: ETag }))).toBe('412 PreconditionFailed')
    expect(await refusal(put('public/absent', 'x', { IfMatch: ETag }))).toBe('404 NoSuchKey')
    expect(await read('public/replaced')).toBe('second')
  })

  test('of many puts at once that insist on a new key exactly one succeeds', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => put('public/race', String(at), { IfNoneMatch: '*' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('a reader may ask for other headers', async () => {
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
  expect(await refusal(client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'public/missing' })))).toBe(
    '404 NotFound',
  )
  expect(await refusal(get('public/missing', { Bucket: 'elsewhere' }))).toBe('404 NoSuchBucket')
})

test('deleting answers 204, also when there is nothing', async () => {
  await put('public/deleted', 'x')
  for (let times = 0; times < 2; times += 1) {
    const answer = await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'public/deleted' }))
    expect(answer.$metadata.httpStatusCode).toBe(204)
  }
  expect(await refusal(get('public/deleted'))).toBe('404 NoSuchKey')
})

test('deleting many answers for each key on its own', async () => {
  const keys = ['public/many & <1>', 'public/many/ 2 ', 'public/many/\r\n3']
  await Promise.all(keys.map((key) => put(key, key)))
  const Objects = [...keys, 'public/never', 'private/somebody/else'].map((Key) => ({ Key }))
  const { Deleted, Errors } = await client.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }),
  )
  expect(Deleted?.map(({ Key }) => Key)).toEqual([...keys, 'public/never'])
  expect(Errors).toMatchObject([{ Key: 'private/somebody/else', Code: 'AccessDenied' }])
  for (const key of keys) expect(await refusal(get(key))).toBe('404 NoSuchKey')
})

test('deleting many quietly only tells what failed', async () => {
  const Delete = { Quiet: true, Objects: [{ Key: 'public/a' }, { Key: 'private/somebody/else' }] }
  const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }))
  expect(Deleted).toBeUndefined()
  expect(Errors).toHaveLength(1)
})

test('deleting none, or more than a thousand, is MalformedXML', async () => {
  const remove = (count: number) =>
    client.send(
      new DeleteObjectsCommand({
        Bucket: bucket,
        Delete: { Objects: Array.from({ length: count }, (_, at) => ({ Key: `public/${at}` })) },
      }),
    )
  expect(await refusal(remove(0))).toBe('400 MalformedXML')
  expect(await refusal(remove(1001))).toBe('400 MalformedXML')
  expect((await remove(1000)).Deleted).toHaveLength(1000)
})

describe('copies', () => {
  const copy = (key: string, source: string, input = {}) =>
    client.send(new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource: source, ...input }))

  beforeAll(() => put('public/source', 'source', { ContentType: 'text/plain', Metadata: { a: '1' } }))

  test('keep bytes, type and metadata, and outlive their source', async () => {
    await put('public/short-lived', 'source', { ContentType: 'text/plain', Metadata: { a: '1' } })
    const { CopyObjectResult } = await copy('public/kept-copy', `/${bucket}/public/short-lived`)
    expect(CopyObjectResult?.ETag).toBe(`"${md5('source')}"`)
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'public/short-lived' }))
    expect(await get('public/kept-copy')).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' } })
    expect(await read('public/kept-copy')).toBe('source')
  })

  test('take new metadata when told to', async () => {
    await copy('public/new-metadata', `${bucket}/public/source`, {
      MetadataDirective: 'REPLACE',
      ContentType: 'text/html',
      Metadata: { b: '2' },
    })
    expect(await get('public/new-metadata')).toMatchObject({ ContentType: 'text/html', Metadata: { b: '2' } })
  })

  test('onto themselves need new metadata', async () => {
    const onto = (input: object) => copy('public/source', `${bucket}/public/source`, input)
    expect(await refusal(onto({}))).toBe('400 InvalidRequest')
    await onto({ MetadataDirective: 'REPLACE', Metadata: { a: '2' } })
    expect(await read('public/source')).toBe('source')
    expect(await get('public/source')).toMatchObject({ Metadata: { a: '2' } })
  })

  test.each([
    ['a missing source', `${bucket}/public/missing`, {}, '404 NoSuchKey'],
    ['another bucket', 'elsewhere/public/source', {}, '404 NoSuchBucket'],
    ['no key', bucket, {}, '400 InvalidArgument'],
    ['somebody’s private file', `${bucket}/private/somebody/a`, {}, '403 AccessDenied'],
    ['another tag', `${bucket}/public/source`, { CopySourceIfMatch: '"x"' }, '412 PreconditionFailed'],
    [
      'an unwanted tag',
      `${bucket}/public/source`,
      { CopySourceIfNoneMatch: `"${md5('source')}"` },
      '412 PreconditionFailed',
    ],
  ])('are refused for %s', async (_name, source, input, expected) => {
    expect(await refusal(copy('public/refused', source, input))).toBe(expected)
  })
})

test('the bytes of replaced and deleted objects are removed from the disk', async () => {
  const before = blobs().length
  await put('public/garbage', 'one')
  await put('public/garbage', 'two')
  expect(blobs()).toHaveLength(before + 1)
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'public/garbage' }))
  expect(blobs()).toHaveLength(before)
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

describe('an object in an archive', () => {
  const archived = 'public/archived'

  test.each(['GLACIER', 'DEEP_ARCHIVE'] as const)(
    'of the class %s can be seen, and not read',
    async (kind) => {
      await put(archived, 'old', { StorageClass: kind })
      const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: archived }))
      expect(head.StorageClass).toBe(kind)
      expect(await refusal(get(archived))).toBe('403 InvalidObjectState')
    },
  )

  test('cannot be copied from', async () => {
    await put(archived, 'old', { StorageClass: 'GLACIER' })
    const copy = new CopyObjectCommand({
      Bucket: bucket,
      Key: 'public/copy',
      CopySource: `${bucket}/${archived}`,
    })
    expect(await refusal(client.send(copy))).toBe('403 ObjectNotInActiveTierError')
  })

  test('leaves it when something new is put in its place', async () => {
    await put(archived, 'old', { StorageClass: 'GLACIER' })
    await put(archived, 'new')
    expect(await read(archived)).toBe('new')
  })
})

test('a copy has the storage class that it asks for, not that of its source', async () => {
  await put('public/rare', 'rare', { StorageClass: 'STANDARD_IA' })
  const copy = new CopyObjectCommand({
    Bucket: bucket,
    Key: 'public/usual',
    CopySource: `${bucket}/public/rare`,
  })
  await client.send(copy)
  expect((await get('public/rare')).StorageClass).toBe('STANDARD_IA')
  expect((await get('public/usual')).StorageClass).toBeUndefined()
})

test('an unknown storage class is refused', async () => {
  const storageClass = 'ATTIC' as 'STANDARD'
  expect(await refusal(put('public/x', 'x', { StorageClass: storageClass }))).toBe('400 InvalidStorageClass')
})
