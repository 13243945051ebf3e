import { describe, expect, test } from 'vitest'
import { ana } from '../sandbox/object-store/testing/running-store.ts'
import { storeForFile } from '../sandbox/object-store/testing/store-for-file.ts'
import { fail, ok } from '../src/lib/result.ts'
import { objectCalls, storageCalls } from './testing/storage-call-table.ts'
import { openStorage } from './testing/storage-client.ts'

const { running } = storeForFile()

const missing = undefined as unknown as string

describe.each(Object.entries(storageCalls))('%s', (_, call) => {
  test.each([
    [missing, 'LabelMissing', 'No value provided for input HTTP label: Bucket.', { label: 'Bucket' }],
    ['', 'LabelEmpty', 'Empty value provided for input HTTP label: Bucket.', { label: 'Bucket' }],
    ['my/files', 'InvalidBucketName', "Bucket name shouldn't contain '/'", undefined],
  ])('with the bucket %j sends nothing', async (name, code, english, details) => {
    const { storage, logged, sent } = openStorage(running())
    const problem = { kind: 'invalid', code, ...(details && { details }) }
    expect(await call(storage, { key: 'k', bucket: name })).toEqual(fail(problem))
    expect(logged).toEqual([english])
    expect(sent).toEqual([])
  })

  test('sends nothing without credentials', async () => {
    const source = async () => fail('sign-in-needed' as const)
    const { storage, logged, sent } = openStorage(running(), { source })
    expect(await call(storage, { key: 'k' })).toEqual(fail({ kind: 'sign-in-needed', code: 'NoCredentials' }))
    expect(logged).toEqual(['No credentials'])
    expect(sent).toEqual([])
  })
})

describe.each(Object.entries(objectCalls))('%s', (_, call) => {
  test.each([
    [missing, 'LabelMissing', 'No value provided for input HTTP label: Key.', { label: 'Key' }],
    ['', 'LabelEmpty', 'Empty value provided for input HTTP label: Key.', { label: 'Key' }],
    ['..', 'DotSegment', "A key with '.' or '..' between slashes has no address", undefined],
    ['a/../b', 'DotSegment', "A key with '.' or '..' between slashes has no address", undefined],
    ['./a', 'DotSegment', "A key with '.' or '..' between slashes has no address", undefined],
  ])('with the key %j sends nothing', async (key, code, english, details) => {
    const { storage, logged, sent } = openStorage(running())
    const problem = { kind: 'invalid', code, ...(details && { details }) }
    expect(await call(storage, { key })).toEqual(fail(problem))
    expect(logged).toEqual([english])
    expect(sent).toEqual([])
  })
})

test('accepts a slash in a bucket’s ARN', async () => {
  const { storage, logged } = openStorage(running())
  const arn = 'arn:aws:s3:us-east-1:123456789012:accesspoint/coaches'
  await storage.head({ key: 'k', bucket: arn })
  expect(logged).not.toContain("Bucket name shouldn't contain '/'")
})

test.each(['...', 'a..b/c', '.hidden', 'a//b', 'a/', '%2e%2e', 'ü 😀/+&?#"\'<>\\'])(
  'the key %j has an address',
  async (key) => {
    const { storage } = openStorage(running())
    expect((await storage.put({ key, body: key })).ok).toBe(true)
    const got = await storage.get({ key })
    expect(got.ok && (await got.value.body.text())).toBe(key)
    expect(await storage.remove({ key })).toEqual(ok(undefined))
  },
)

test('limits a key to 1,024 bytes, including its prefix', async () => {
  const { storage } = openStorage(running())
  const longest = 'é'.repeat((1024 - `public/${ana}/`.length) / 2)
  expect(await storage.put({ key: longest, body: '' })).toMatchObject({ ok: true })
  expect(await storage.put({ key: `${longest}x`, body: '' })).toMatchObject({
    error: { kind: 'refused', code: 'KeyTooLongError', status: 400 },
  })
})

const circle: Record<string, unknown> = {}
circle['self'] = circle

test.each([
  ['nothing', undefined, 'NotABlob', 'Object must be an instance of Blob'],
  ['null', null, 'NotABlob', 'Object must be an instance of Blob'],
  ['a number', 5, 'NotABlob', 'Object must be an instance of Blob'],
  ['a function', () => 5, 'NotABlob', 'Object must be an instance of Blob'],
  ['a stream', new ReadableStream(), 'BodyLengthUnknown', 'cannot determine length of body'],
  ['a promise', Promise.resolve('x'), 'BodyLengthUnknown', 'cannot determine length of body'],
  ['a circle', circle, 'BodyLengthUnknown', 'cannot determine length of body'],
])('%s cannot be put', async (_, body, code, english) => {
  const { storage, logged, sent } = openStorage(running())
  expect(await storage.put({ key: 'k', body })).toEqual(fail({ kind: 'invalid', code }))
  expect(logged).toEqual([english])
  expect(sent).toEqual([])
})

test.each([
  ['no source', missing, 'to', 'NoSourceKey'],
  ['an empty source', '', 'to', 'NoSourceKey'],
  ['a source that is no text', 5 as unknown as string, 'to', 'NoSourceKey'],
  ['no destination', 'there', missing, 'NoDestinationKey'],
  ['an empty destination', 'there', '', 'NoDestinationKey'],
  ['a source above its place', '../there', 'to', 'DotSegment'],
  ['a destination above its place', 'there', '../to', 'DotSegment'],
])('a copy with %s sends nothing', async (_, from, to, code) => {
  const { storage, sent } = openStorage(running())
  const result = await storage.copy({ source: { key: from }, destination: { key: to } })
  expect(result).toEqual(fail({ kind: 'invalid', code }))
  expect(sent).toEqual([])
})
