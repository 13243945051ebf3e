import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import {
  ana,
  bucket,
  type RunningStore,
  startObjectStore,
} from '../../sandbox/object-store/testing/running-store.ts'
import { fail, ok } from '../../src/lib/result.ts'
import type { StorageCalls } from '../../src/workers/upload/storage/contract.ts'
import { openStorage, type Fault } from './storage-client.ts'

/** Every failure of specification §5 and §8: what its caller gets, and the English that the log gets. */

let store: RunningStore

beforeAll(async () => {
  store = await startObjectStore()
  await openStorage(store).storage.put({ key: 'there', body: 'x' })
  await store
    .clientOf(ana)
    .send(
      new PutObjectCommand({ Bucket: bucket, Key: 'public/archived', Body: 'x', StorageClass: 'GLACIER' }),
    )
})

afterAll(async () => {
  await store.stop()
  store.remove()
})

type Call = (storage: StorageCalls, at: { key: string; bucket?: string }) => Promise<unknown>

const objectCalls: Record<string, Call> = {
  put: (storage, at) => storage.put({ ...at, body: 'x' }),
  get: (storage, at) => storage.get(at),
  head: (storage, at) => storage.head(at),
  remove: (storage, at) => storage.remove(at),
  listParts: (storage, at) => storage.listParts({ ...at, uploadId: 'u' }),
  presignedGet: (storage, at) => storage.presignedGet(at),
}
const calls: Record<string, Call> = {
  ...objectCalls,
  list: (storage, { key, ...at }) => storage.list({ path: key, ...at }),
  copy: (storage, { key, ...at }) => storage.copy({ ...at, source: { key }, destination: { key: 'to' } }),
}

const missing = undefined as unknown as string

describe.each(Object.entries(calls))('%s', (_, call) => {
  test.each([
    [missing, 'LabelMissing', 'No value provided for input HTTP label: Bucket.', { label: 'Bucket' }],
    ['', 'LabelEmpty', 'Empty value provided for input HTTP label: Bucket.', { label: 'Bucket' }],
    ['my/files', 'InvalidBucketName', "Bucket name shouldn't contain '/'", undefined],
  ])('of the bucket %j sends nothing', async (name, code, english, details) => {
    const { storage, logged, sent } = openStorage(store)
    const problem = { kind: 'invalid', code, ...(details && { details }) }
    expect(await call(storage, { key: 'k', bucket: name })).toEqual(fail(problem))
    expect(logged).toEqual([english])
    expect(sent).toEqual([])
  })

  test('without credentials is not done', async () => {
    const source = async () => fail('sign-in-needed' as const)
    const { storage, logged, sent } = openStorage(store, { source })
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
  ])('of the key %j sends nothing', async (key, code, english, details) => {
    const { storage, logged, sent } = openStorage(store)
    const problem = { kind: 'invalid', code, ...(details && { details }) }
    expect(await call(storage, { key })).toEqual(fail(problem))
    expect(logged).toEqual([english])
    expect(sent).toEqual([])
  })
})

test('a bucket named by an ARN may have a slash', async () => {
  const { storage, logged } = openStorage(store)
  const arn = 'arn:aws:s3:us-east-1:123456789012:accesspoint/coaches'
  await storage.head({ key: 'k', bucket: arn })
  expect(logged).not.toContain("Bucket name shouldn't contain '/'")
})

test.each(['...', 'a..b/c', '.hidden', 'a//b', 'a/', '%2e%2e', 'ü 😀/+&?#"\'<>\\'])(
  'the key %j has an address',
  async (key) => {
    const { storage } = openStorage(store)
    expect((await storage.put({ key, body: key })).ok).toBe(true)
    const got = await storage.get({ key })
    expect(got.ok && (await got.value.body.text())).toBe(key)
    expect(await storage.remove({ key })).toEqual(ok(undefined))
  },
)

test('a key has 1,024 bytes at most, its prefix among them', async () => {
  const { storage } = openStorage(store)
  const longest = 'é'.repeat((1024 - 'public/'.length - 1) / 2) + 'x'
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
  const { storage, logged, sent } = openStorage(store)
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
  const { storage, sent } = openStorage(store)
  const answer = await storage.copy({ source: { key: from }, destination: { key: to } })
  expect(answer).toEqual(fail({ kind: 'invalid', code }))
  expect(sent).toEqual([])
})

describe('what the store says no to', () => {
  test.each<[string, (storage: StorageCalls) => Promise<unknown>, object, string]>([
    [
      'NoSuchKey',
      (storage) => storage.get({ key: 'nowhere' }),
      { kind: 'not-found', code: 'NoSuchKey', status: 404 },
      'Object does not exist',
    ],
    [
      'NoSuchKey, of a HEAD, which has no body',
      (storage) => storage.head({ key: 'nowhere' }),
      { kind: 'not-found', code: 'NotFound', status: 404 },
      'Object does not exist',
    ],
    [
      'NoSuchBucket',
      (storage) => storage.get({ key: 'there', bucket: 'elsewhere' }),
      { kind: 'refused', code: 'NoSuchBucket', status: 404 },
      'The specified bucket does not exist',
    ],
    [
      'NoSuchUpload',
      (storage) => storage.listParts({ key: 'there', uploadId: 'gone' }),
      { kind: 'not-found', code: 'NoSuchUpload', status: 404 },
      'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    ],
    [
      'InvalidObjectState',
      (storage) => storage.get({ key: 'archived' }),
      { kind: 'archived', code: 'InvalidObjectState', status: 403 },
      "The operation is not valid for the object's storage class",
    ],
    [
      'ObjectNotInActiveTierError',
      (storage) => storage.copy({ source: { key: 'archived' }, destination: { key: 'to' } }),
      { kind: 'archived', code: 'ObjectNotInActiveTierError', status: 403 },
      'The source object of the COPY action is not in the active tier and is only stored in Amazon S3 Glacier.',
    ],
  ])('%s', async (_, call, problem, english) => {
    const { storage, logged } = openStorage(store)
    expect(await call(storage)).toEqual(fail(problem))
    expect(logged).toEqual([english])
  })
})

const hidden =
  '<?xml version="1.0"?>\n<Error><Code>InternalError</Code><Message>We are sorry</Message></Error>'
const answering =
  (make: () => Response): Fault =>
  () =>
    make()

describe('an answer of 200', () => {
  test.each(Object.entries(calls).filter(([name]) => !['get', 'head', 'presignedGet'].includes(name)))(
    'to %s with an Error inside is a failure of status 400',
    async (_, call) => {
      // A copy looks at its source first, and a HEAD has no body.
      const fault: Fault = ({ method }) => (method === 'HEAD' ? undefined : new Response(hidden))
      const { storage, logged } = openStorage(store, { fault })
      expect(await call(storage, { key: 'there' })).toEqual(
        fail({ kind: 'refused', code: 'InternalError', status: 400 }),
      )
      expect(logged).toEqual(['We are sorry'])
    },
  )

  test('with an empty body, where S3 gave up a copy, is InternalError', async () => {
    const fault: Fault = ({ method }) => (method === 'PUT' ? new Response('') : undefined)
    const { storage, logged } = openStorage(store, { fault })
    const answer = await storage.copy({ source: { key: 'there' }, destination: { key: 'to' } })
    expect(answer).toMatchObject({ error: { kind: 'refused', code: 'InternalError' } })
    expect(logged).toEqual(['S3 aborted request'])
  })

  test('to a delete is none: only 204 is', async () => {
    const { storage } = openStorage(store, { fault: answering(() => new Response('')) })
    expect(await storage.remove({ key: 'there' })).toEqual(
      fail({ kind: 'refused', code: 'NotDeleted', status: 200 }),
    )
  })
})

test.each([500, 418])('any other status, as %i, is a service error', async (status) => {
  const fault = answering(() => new Response('<html>', { status }))
  const answer = await openStorage(store, { fault }).storage.list({})
  expect(answer).toMatchObject({ ok: false, error: { kind: 'refused', status } })
})

describe('time', () => {
  test.each(Object.entries(calls).filter(([name]) => name !== 'presignedGet'))(
    'ends %s when there is no answer',
    async (_, call) => {
      const { storage, logged } = openStorage(store, { fault: () => 'never' })
      const at = { key: 'there', timeout: 40 }
      expect(await call(storage, at)).toEqual(
        fail({ kind: 'timeout', code: 'TimeoutError', details: { ms: 40 } }),
      )
      expect(logged).toEqual(['Request did not complete within 40 ms'])
    },
  )

  test('is not limited by default', async () => {
    const { storage } = openStorage(store, { fault: () => 'never' })
    const late = new Promise((resolve) => setTimeout(resolve, 300, 'still waiting'))
    expect(await Promise.race([storage.list({}), late])).toBe('still waiting')
  })
})

test('nobody answers: there is no connection', async () => {
  const { storage } = openStorage({ endpoint: 'http://127.0.0.1:1' })
  expect(await storage.list({})).toEqual(fail({ kind: 'offline' }))
})

test('credentials that vanish in the middle are empty ones, with a warning, and need a sign-in', async () => {
  let asked = 0
  const expired = {
    identityId: ana,
    accessKeyId: 'a',
    secretAccessKey: 's',
    sessionToken: 't',
    expiration: 0,
  }
  // Enough for the call to begin, and gone when it is signed.
  const source = async () => (asked++ < 2 ? ok(expired) : fail('sign-in-needed' as const))
  const { storage, logged, sent } = openStorage(store, { source })
  expect(await storage.head({ key: 'there' })).toEqual(
    fail({ kind: 'sign-in-needed', code: 'NoCredentials' }),
  )
  expect(logged).toContain('No credentials are available: empty ones are used')
  expect(sent).toHaveLength(1)
})

test('a clock that is 20 minutes wrong is learned from one refusal', async () => {
  const ahead = await startObjectStore({ now: () => Date.now() + 20 * 60_000 })
  const { storage, sent } = openStorage(ahead)
  expect((await storage.list({})).ok).toBe(true)
  expect((await storage.list({})).ok).toBe(true)
  expect(sent).toHaveLength(3)
  await ahead.stop()
  ahead.remove()
})
