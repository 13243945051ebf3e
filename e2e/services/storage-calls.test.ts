import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import {
  ana,
  ben,
  bucket,
  type RunningStore,
  startObjectStore,
} from '../../sandbox/object-store/testing/running-store.ts'
import { fail, ok } from '../../src/lib/result.ts'
import type { ListCall, Listing, Progress, Stored } from '../../src/workers/upload/storage/contract.ts'
import { openStorage } from './storage-client.ts'

const cleo = 'us-east-1:33333333-3333-4333-8333-333333333333'
let store: RunningStore

beforeAll(async () => {
  store = await startObjectStore()
})

afterAll(async () => {
  await store.stop()
  store.remove()
})

const open = (identityId = ana) => openStorage(store, { identityId })

const valueOf = <T>(answer: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}

describe('an object that is put', () => {
  test.each([
    ['a Blob with a type', new Blob(['video'], { type: 'video/mp4' }), 'video', 'video/mp4'],
    ['a Blob without a type', new Blob(['?']), '?', 'application/octet-stream'],
    ['text', 'texto', 'texto', 'text/plain'],
    ['bytes', new Uint8Array([104, 105]), 'hi', 'application/octet-stream'],
    ['a plain object, as JSON', { goals: [1, 2] }, '{"goals":[1,2]}', 'application/json'],
    ['nothing', '', '', 'text/plain'],
  ])('of %s comes back with its bytes and its type', async (_, body, text, contentType) => {
    const { storage } = open()
    const stored = valueOf(await storage.put({ level: 'private', key: 'put', body }))
    const got = valueOf(await storage.get({ level: 'private', key: 'put' }))
    expect(await got.body.text()).toBe(text)
    expect(got.body.type).toBe(contentType)
    expect(got).toMatchObject({ key: 'put', size: text.length, contentType, eTag: stored.eTag })
  })

  test('has the type that it is given', async () => {
    const { storage } = open()
    await storage.put({ key: 'typed', body: '<p>', contentType: 'text/html' })
    expect(valueOf(await storage.head({ key: 'typed' })).contentType).toBe('text/html')
  })

  test('does not replace another where it has to be new', async () => {
    const { storage } = open()
    await storage.put({ key: 'first', body: 'first' })
    const again = await storage.put({ key: 'first', body: 'second', ifNew: true })
    expect(again).toEqual(fail({ kind: 'exists', code: 'PreconditionFailed', status: 412 }))
    expect(await valueOf(await storage.get({ key: 'first' })).body.text()).toBe('first')
  })

  test('tells its callbacks how far it is, of the end, and of a failure', async () => {
    const { storage } = open()
    const told: unknown[] = []
    const callbacks = {
      onComplete: (value: Stored) => told.push(value.key),
      onError: (problem: { code?: string }) => told.push(problem.code),
      onProgress: (progress: Progress) => told.push(progress),
    }
    await storage.put({ key: 'told', body: 'x' }, callbacks)
    await storage.put({ key: '', body: 'x' }, callbacks)
    // More bytes than the body has are never told.
    expect(told).toEqual([{ loaded: 1, total: 1 }, 'told', 'LabelEmpty'])
  })

  test('is stored all the same when a callback is no function, which is warned about', async () => {
    const { storage, logged } = open()
    const callbacks = { onProgress: 'often', onComplete: 1, onError: {} } as never
    expect((await storage.put({ key: 'x', body: 'x' }, callbacks)).ok).toBe(true)
    expect(logged).toEqual(
      ['onProgress', 'onComplete', 'onError'].map((name) => `${name} is not a function, and is not called`),
    )
  })
})

describe('where an object lies', () => {
  test.each([
    ['no level', {}, 'public/k'],
    ['public', { level: 'public' }, 'public/k'],
    ['protected', { level: 'protected' }, `protected/${ana}/k`],
    ['private', { level: 'private' }, `private/${ana}/k`],
    ['a prefix of its own', { prefixes: { public: 'public/teams/' } }, 'public/teams/k'],
    ['no prefix at all', { prefixes: { public: '' }, key: 'public/k' }, 'public/k'],
    [
      'a prefix before the identity',
      { level: 'private', prefixes: { private: 'private/' } },
      `private/${ana}/k`,
    ],
  ] as const)('with %s', async (_, place, path) => {
    const { storage, sent } = open()
    expect((await storage.put({ key: 'k', body: '', ...place })).ok).toBe(true)
    expect(decodeURIComponent(sent[0] ?? '')).toBe(`PUT /${bucket}/${path}?x-id=PutObject`)
  })

  test('the protected files of somebody else can be read and not written', async () => {
    await open(ben).storage.put({ level: 'protected', key: 'shared', body: 'of ben' })
    const { storage } = open()
    const place = { level: 'protected', identityId: ben, key: 'shared' } as const
    expect(await valueOf(await storage.get(place)).body.text()).toBe('of ben')
    expect(await storage.put({ ...place, body: 'of ana' })).toMatchObject({
      error: { kind: 'refused', code: 'AccessDenied', status: 403 },
    })
  })
})

test('a deleted object is gone, and deleting it again succeeds as well', async () => {
  const { storage } = open()
  await storage.put({ key: 'short', body: 'x' })
  expect(await storage.remove({ key: 'short' })).toEqual(ok(undefined))
  expect(await storage.head({ key: 'short' })).toMatchObject({ error: { kind: 'not-found', status: 404 } })
  expect(await storage.remove({ key: 'short' })).toEqual(ok(undefined))
})

describe('a copy', () => {
  const from = (key: string, level: 'public' | 'private' = 'private') => ({ level, key })

  test('has the bytes and the type of its source, at another level', async () => {
    const { storage } = open()
    await storage.put({ level: 'private', key: 'jogo final 😀+.txt', body: 'gol', contentType: 'text/x-gol' })
    const copied = await storage.copy({ source: from('jogo final 😀+.txt'), destination: { key: 'copy' } })
    expect(copied).toMatchObject(ok({ key: 'copy' }))
    const got = valueOf(await storage.get({ key: 'copy' }))
    expect(await got.body.text()).toBe('gol')
    expect(got.contentType).toBe('text/x-gol')
  })

  test('does not replace another where it has to be new', async () => {
    const { storage } = open()
    await storage.put({ key: 'a', body: 'a' })
    await storage.put({ key: 'b', body: 'b' })
    const answer = await storage.copy({ source: { key: 'a' }, destination: { key: 'b' }, ifNew: true })
    expect(answer).toEqual(fail({ kind: 'exists', code: 'PreconditionFailed', status: 412 }))
  })

  test('of nothing is "not found"', async () => {
    const { storage, logged } = open()
    const answer = await storage.copy({ source: { key: 'nowhere' }, destination: { key: 'b' } })
    expect(answer).toMatchObject({ error: { kind: 'not-found', status: 404 } })
    expect(logged).toEqual(['Object does not exist'])
  })

  test('larger than one request may copy goes in parts, byte for byte, with the type', async () => {
    const { storage, sent } = open()
    const bytes = Uint8Array.from({ length: 11_000_000 }, (_, index) => (index * 31) % 251)
    valueOf(await storage.put({ key: 'large', body: new Blob([bytes], { type: 'video/mp4' }) }))
    const copied = await storage.copy({ source: { key: 'large' }, destination: from('large') })
    expect(copied.ok).toBe(true)
    const got = valueOf(await storage.get({ level: 'private', key: 'large' }))
    expect(Buffer.compare(Buffer.from(await got.body.arrayBuffer()), Buffer.from(bytes))).toBe(0)
    expect(got.contentType).toBe('video/mp4')
    expect(sent.filter((request) => request.includes('partNumber'))).toHaveLength(3)
  })

  test.each([
    ['public', 1],
    ['private', 1],
    ['protected', 0],
  ] as const)("from another user's %s files warns %i times", async (level, times) => {
    const { storage, logged } = open()
    await storage.copy({ source: { level, identityId: ben, key: 'x' }, destination: { key: 'y' } })
    const warning = `You may copy files from another user if the source level is 'protected', currently it is '${level}'`
    expect(logged.filter((line) => line === warning)).toHaveLength(times)
  })
})

describe('a copy in parts that fails', () => {
  const size = 11_000_000
  const copyWith = async (fault: Parameters<typeof openStorage>[1] & object) => {
    valueOf(await open().storage.put({ key: 'source', body: new Blob([new Uint8Array(size)]) }))
    const opened = openStorage(store, fault)
    const answer = await opened.storage.copy({ source: { key: 'source' }, destination: { key: 'target' } })
    return { ...opened, answer }
  }
  const refused = () =>
    new Response('<Error><Code>AccessDenied</Code><Message>no</Message></Error>', { status: 403 })
  const openUploads = async () => {
    const listed = await store
      .clientOf(ana)
      .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'public/' }))
    return listed.Uploads?.length ?? 0
  }

  test('leaves nothing behind', async () => {
    const { answer } = await copyWith({
      fault: ({ url }) => (url.searchParams.get('partNumber') === '2' ? refused() : undefined),
    })
    expect(answer).toEqual(fail({ kind: 'refused', code: 'AccessDenied', status: 403 }))
    expect(await openUploads()).toBe(0)
  })

  test('and cannot be cleaned up says that', async () => {
    const { answer, logged } = await copyWith({
      fault: ({ method, url }) =>
        method === 'DELETE' || url.searchParams.get('partNumber') === '2' ? refused() : undefined,
    })
    const details = { because: 'AccessDenied' }
    expect(answer).toEqual(fail({ kind: 'refused', code: 'CopyCleanUpFailed', details }))
    expect(logged).toEqual(['Multipart copy clean up failed'])
    expect(await openUploads()).toBe(1)
  })

  test('because its time is over is cleaned up all the same', async () => {
    const before = await openUploads()
    const { storage } = openStorage(store, {
      fault: ({ url }) => (url.searchParams.has('partNumber') ? 'never' : undefined),
    })
    const copy = { source: { key: 'source' }, destination: { key: 'late' }, timeout: 300 }
    expect(await storage.copy(copy)).toMatchObject({ error: { kind: 'timeout' } })
    await expect.poll(openUploads).toBe(before)
  })
})

describe('a listing', () => {
  const keys = [
    'a b+c.txt',
    'a.txt',
    'line\nbreak',
    'old',
    'videos/1.mp4',
    'videos/2.mp4',
    'videos/old/3.mp4',
    'é.txt',
    '😀.txt',
  ]

  beforeAll(async () => {
    const { storage } = open(cleo)
    for (const key of [...keys, 'videos/']) await storage.put({ level: 'private', key, body: key })
    await store.clientOf(cleo).send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: `private/${cleo}/old`,
        Body: 'x',
        StorageClass: 'GLACIER',
      }),
    )
  })

  const list = async (call: ListCall = {}) =>
    valueOf(await open(cleo).storage.list({ ...call, level: 'private' }))
  const namesOf = ({ files }: Listing) => files.map(({ key }) => key)

  test.each([1, 2] as const)(
    'of version %i has every key as it was put, and tells each object',
    async (version) => {
      const listing = await list({ version })
      expect(namesOf(listing)).toEqual(keys.toSpliced(4, 0, 'videos/'))
      expect(listing.files.find(({ key }) => key === 'a.txt')).toMatchObject({
        size: 5,
        eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
        lastModified: expect.toSatisfy((time: number) => Math.abs(Date.now() - time) < 60_000),
        storageClass: 'STANDARD',
      })
      expect(listing.files.find(({ key }) => key === 'old')?.storageClass).toBe('GLACIER')
      expect(listing.keyCount).toBe(listing.files.length)
      expect(listing.isTruncated).toBe(false)
    },
  )

  test.each([1, 2] as const)('of version %i shows a folder without what is deeper', async (version) => {
    expect((await list({ version, delimiter: '/' })).folders).toEqual(['videos/'])
    const folder = await list({ version, delimiter: '/', path: 'videos/' })
    expect(namesOf(folder)).toEqual(['videos/1.mp4', 'videos/2.mp4'])
    expect(folder.folders).toEqual(['videos/old/'])
  })

  test.each([
    [1, undefined],
    [1, '/'],
    [2, undefined],
    [2, '/'],
  ] as const)('of version %i with the delimiter %s goes on page by page', async (version, delimiter) => {
    const common = { maxKeys: 2, ...(delimiter && { delimiter }) }
    const whole = await list({ version, ...(delimiter && { delimiter }) })
    const seen: string[] = []
    let page: Listing | undefined
    do {
      page = await list(
        version === 1
          ? { ...common, version, ...(page?.nextMarker !== undefined && { marker: page.nextMarker }) }
          : {
              ...common,
              ...(page?.nextContinuationToken !== undefined && {
                continuationToken: page.nextContinuationToken,
              }),
            },
      )
      seen.push(...page.files.map(({ key }) => key), ...page.folders)
    } while (page.isTruncated)
    expect(seen.toSorted()).toEqual([...whole.files.map(({ key }) => key), ...whole.folders].toSorted())
  })

  test('begins after a key', async () => {
    expect(namesOf(await list({ startAfter: 'videos/old/3.mp4' }))).toEqual(['é.txt', '😀.txt'])
  })

  test('names the owners where they are asked for; version 1 always does', async () => {
    expect((await list()).files[0]?.owner).toBeUndefined()
    expect((await list({ fetchOwner: true })).files[0]?.owner).toBeTypeOf('string')
    expect((await list({ version: 1 })).files[0]?.owner).toBeTypeOf('string')
  })

  test('of the files of somebody else is refused', async () => {
    const answer = await open().storage.list({ level: 'private', identityId: cleo })
    expect(answer).toMatchObject({ error: { kind: 'refused', code: 'AccessDenied' } })
  })
})

test('the parts of an upload are listed page by page', async () => {
  const client = store.clientOf(ana)
  const target = { Bucket: bucket, Key: 'public/parts' }
  const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand(target))
  for (const PartNumber of [1, 2, 3])
    await client.send(
      new UploadPartCommand({ ...target, UploadId, PartNumber, Body: 'x'.repeat(PartNumber) }),
    )
  const { storage } = open()
  const call = { key: 'parts', uploadId: UploadId, maxParts: 2 }
  const first = valueOf(await storage.listParts(call))
  expect(first).toMatchObject({
    parts: [
      { number: 1, size: 1 },
      { number: 2, size: 2 },
    ],
    isTruncated: true,
    nextPartNumberMarker: 2,
    storageClass: 'STANDARD',
  })
  const second = valueOf(await storage.listParts({ ...call, partNumberMarker: 2 }))
  expect(second).toMatchObject({ parts: [{ number: 3, size: 3 }], isTruncated: false })
  expect(second.nextPartNumberMarker).toBeUndefined()
  expect(await storage.listParts({ ...call, uploadId: 'gone' })).toMatchObject({
    error: { kind: 'not-found', code: 'NoSuchUpload' },
  })
})

describe('a presigned address', () => {
  const key = 'vidéo "1" 😀.mp4'

  test('is good for 900 s, or for as long as it is asked for', async () => {
    const { storage, sent } = open()
    const expiry = async (call = {}) =>
      new URL(valueOf(await storage.presignedGet({ key, ...call }))).searchParams.get('X-Amz-Expires')
    expect(await expiry()).toBe('900')
    expect(await expiry({ expires: 60 })).toBe('60')
    expect(sent).toEqual([])
  })

  test('opens without any header, and has a browser save the file under its name', async () => {
    const { storage } = open()
    await storage.put({ level: 'private', key, body: 'gol' })
    const address = valueOf(await storage.presignedGet({ level: 'private', key, download: true }))
    const answer = await fetch(address)
    expect(await answer.text()).toBe('gol')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="vid_o _1_ __.mp4"; filename*=UTF-8''vid%C3%A9o%20%221%22%20%F0%9F%98%80.mp4`,
    )
  })

  test('shows the file as the type that it is asked for', async () => {
    const { storage } = open()
    await storage.put({ key: 'page.pdf', body: '<script>', contentType: 'text/html' })
    const answer = await fetch(
      valueOf(await storage.presignedGet({ key: 'page.pdf', contentType: 'application/pdf' })),
    )
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBeNull()
    await answer.body?.cancel()
  })

  test('is refused when its time is over', async () => {
    const { storage } = openStorage(store, { now: () => Date.now() - 1_000_000 })
    const answer = await fetch(valueOf(await storage.presignedGet({ key: 'page.pdf' })))
    expect(answer.status).toBe(403)
    await answer.body?.cancel()
  })
})
