import { PutObjectCommand } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { ana, bucket, startObjectStore } from '../sandbox/object-store/testing/running-store.ts'
import { storeForFile } from '../sandbox/object-store/testing/store-for-file.ts'
import { fail, ok } from '../src/lib/result.ts'
import type { StorageCalls } from '../src/stored-files/storage-calls.ts'
import { storageCalls } from './testing/storage-call-table.ts'
import { openStorage, type Fault } from './testing/storage-client.ts'

const { running } = storeForFile()

beforeAll(async () => {
  await openStorage(running()).storage.put({ key: 'there', body: 'x' })
  await running()
    .createClient(ana)
    .send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: `public/${ana}/archived`,
        Body: 'x',
        StorageClass: 'GLACIER',
      }),
    )
})

/** Calls that only sign an address and send nothing. */
const signed = ['presignedGet', 'presignedRemove']

describe('a refusal of the store', () => {
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
    const { storage, logged } = openStorage(running())
    expect(await call(storage)).toEqual(fail(problem))
    expect(logged).toEqual([english])
  })

  test('returns that an optional object is missing without logging an error', async () => {
    const { storage, logged } = openStorage(running())
    expect(await storage.head({ key: 'nowhere', mayBeMissing: true })).toMatchObject(
      fail({ kind: 'not-found' }),
    )
    await storage.head({ key: 'there', bucket: 'else/where', mayBeMissing: true })
    expect(logged).toEqual(["Bucket name shouldn't contain '/'"])
  })
})

const hidden =
  '<?xml version="1.0"?>\n<Error><Code>InternalError</Code><Message>We are sorry</Message></Error>'

const responding =
  (make: () => Response): Fault =>
  () =>
    make()

describe('a response of 200', () => {
  test.each(Object.entries(storageCalls).filter(([name]) => !['get', 'head', ...signed].includes(name)))(
    'to %s with an Error inside is a failure of status 400',
    async (_, call) => {
      // A copy first sends a HEAD for its source, and a HEAD has no body.
      const fault: Fault = ({ method }) => (method === 'HEAD' ? undefined : new Response(hidden))
      const { storage, logged } = openStorage(running(), { fault })
      expect(await call(storage, { key: 'there' })).toEqual(
        fail({ kind: 'refused', code: 'InternalError', status: 400 }),
      )
      expect(logged).toEqual(['We are sorry'])
    },
  )

  test('with an empty body, after S3 gave up a copy, is InternalError', async () => {
    const fault: Fault = ({ method }) => (method === 'PUT' ? new Response('') : undefined)
    const { storage, logged } = openStorage(running(), { fault })
    const result = await storage.copy({ source: { key: 'there' }, destination: { key: 'to' } })
    expect(result).toMatchObject({ error: { kind: 'refused', code: 'InternalError' } })
    expect(logged).toEqual(['S3 aborted request'])
  })

  test('to a delete is not a success: only 204 is', async () => {
    const { storage } = openStorage(running(), { fault: responding(() => new Response('')) })
    expect(await storage.remove({ key: 'there' })).toEqual(
      fail({ kind: 'refused', code: 'NotDeleted', status: 200 }),
    )
  })
})

test('any other status is a service error', async () => {
  const status = 500
  const fault = responding(() => new Response('<html>', { status }))
  const result = await openStorage(running(), { fault }).storage.list({})
  expect(result).toMatchObject({ ok: false, error: { kind: 'refused', status } })
})

test('does not attribute a refusal without an S3 code to the store', async () => {
  const fault = responding(() => new Response('<html>', { status: 418 }))
  const result = await openStorage(running(), { fault }).storage.list({})
  expect(result).toMatchObject({ ok: false, error: { kind: 'refused', code: 'ForeignAnswer' } })
})

describe('time', () => {
  test.each(Object.entries(storageCalls).filter(([name]) => !signed.includes(name)))(
    'ends %s when there is no response',
    async (_, call) => {
      const { storage, logged } = openStorage(running(), { fault: () => 'never' })
      const at = { key: 'there', timeout: 40 }
      expect(await call(storage, at)).toEqual(
        fail({ kind: 'timeout', code: 'TimeoutError', details: { ms: 40 } }),
      )
      expect(logged).toEqual(['Request did not complete within 40 ms'])
    },
  )

  test('is not limited by default', async () => {
    const { storage } = openStorage(running(), { fault: () => 'never' })
    const late = new Promise((resolve) => setTimeout(resolve, 300, 'still waiting'))
    expect(await Promise.race([storage.list({}), late])).toBe('still waiting')
  })
})

test('reports a missing response as no connection', async () => {
  const { storage, logged } = openStorage({ endpoint: 'http://127.0.0.1:1' })
  expect(await storage.list({})).toEqual(fail({ kind: 'offline' }))
  expect(logged).toEqual([])
})

test('treats credentials that vanish midway as empty, warns, and requires a sign-in', async () => {
  let requested = 0
  let time = Date.now()
  // Each call of `now` takes 10 ms. The credentials last for one call, because their last minute is unused.
  const now = () => (time += 10)
  const brief = () => ({
    identityId: ana,
    accessKeyId: 'a',
    secretAccessKey: 's',
    sessionToken: 't',
    expiration: time + 60_015,
  })
  // The credentials suffice for the start of the call, and are gone when it is signed.
  const source = async () => (requested++ < 2 ? ok(brief()) : fail('sign-in-needed' as const))
  const { storage, logged, sent } = openStorage(running(), { source, now })
  expect(await storage.head({ key: 'there' })).toEqual(
    fail({ kind: 'sign-in-needed', code: 'NoCredentials' }),
  )
  expect(logged).toContain('No credentials are available. Empty ones are used')
  // The HEAD, whose refusal has no body, and a request for the first byte.
  expect(sent).toHaveLength(2)
})

test.each([20, -20])('corrects a clock that is %i minutes wrong after one refusal', async (minutes) => {
  const other = await startObjectStore({ now: () => Date.now() + minutes * 60_000 })
  const { storage, sent } = openStorage(other)
  expect((await storage.list({})).ok).toBe(true)
  expect((await storage.list({})).ok).toBe(true)
  expect(sent).toHaveLength(3)
  await other.stop()
  other.remove()
})

test.each([50, -50])('a clock that is %i minutes wrong does not make a file invisible', async (minutes) => {
  const other = await startObjectStore({ now: () => Date.now() + minutes * 60_000 })
  const { storage } = openStorage(other)
  expect((await storage.put({ key: 'image.jpg', body: 'gol' })).ok).toBe(true)
  expect(await openStorage(other).storage.head({ key: 'image.jpg' })).toMatchObject({
    ok: true,
    value: { size: 3 },
  })
  await other.stop()
  other.remove()
})
