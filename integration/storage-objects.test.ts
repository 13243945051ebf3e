import { describe, expect, test } from 'vitest'
import { ana, ben, bucket } from '../sandbox/object-store/testing/running-store.ts'
import { storeForFile } from '../sandbox/object-store/testing/store-for-file.ts'
import { unwrap } from '../sandbox/testing/person-services.ts'
import { fail, ok } from '../src/lib/result.ts'
import type { Progress, WrittenObject } from '../src/stored-files/storage-calls.ts'
import { openStorage } from './testing/storage-client.ts'

const { running } = storeForFile()

const open = (identityId = ana) => openStorage(running(), { identityId })

describe('an object that is put', () => {
  test.each([
    ['a Blob with a type', new Blob(['video'], { type: 'video/mp4' }), 'video', 'video/mp4'],
    ['a Blob without a type', new Blob(['?']), '?', 'application/octet-stream'],
    ['text', 'texto', 'texto', 'text/plain'],
    ['bytes', new Uint8Array([104, 105]), 'hi', 'application/octet-stream'],
    ['a plain object, as JSON', { goals: [1, 2] }, '{"goals":[1,2]}', 'application/json'],
    ['nothing', '', '', 'text/plain'],
  ])('of %s is returned with its bytes and its type', async (_, body, text, contentType) => {
    const { storage } = open()
    const stored = unwrap(await storage.put({ level: 'private', key: 'put', body }))
    const got = unwrap(await storage.get({ level: 'private', key: 'put' }))
    expect(await got.body.text()).toBe(text)
    expect(got.body.type).toBe(contentType)
    expect(got).toMatchObject({ key: 'put', size: text.length, contentType, eTag: stored.eTag })
  })

  test('has the type that it is given', async () => {
    const { storage } = open()
    await storage.put({ key: 'typed', body: '<p>', contentType: 'text/html' })
    expect(unwrap(await storage.head({ key: 'typed' })).contentType).toBe('text/html')
  })

  test('does not replace an existing object if it must be new', async () => {
    const { storage } = open()
    await storage.put({ key: 'first', body: 'first' })
    const again = await storage.put({ key: 'first', body: 'second', failIfExists: true })
    expect(again).toEqual(fail({ kind: 'exists', code: 'PreconditionFailed', status: 412 }))
    expect(await unwrap(await storage.get({ key: 'first' })).body.text()).toBe('first')
  })

  test('reports to its callbacks: its progress, its end, and a failure', async () => {
    const { storage } = open()
    const received: unknown[] = []
    const callbacks = {
      onComplete: (value: WrittenObject) => received.push(value.key),
      onError: (problem: { code?: string }) => received.push(problem.code),
      onProgress: (progress: Progress) => received.push(progress),
    }
    await storage.put({ key: 'reported', body: 'x' }, callbacks)
    await storage.put({ key: '', body: 'x' }, callbacks)
    // Progress never reports more bytes than the body has.
    expect(received).toEqual([{ loaded: 1, total: 1 }, 'reported', 'LabelEmpty'])
  })

  test('is stored although a callback is not a function, with a warning', async () => {
    const { storage, logged } = open()
    const callbacks = { onProgress: 'often', onComplete: 1, onError: {} } as never
    expect((await storage.put({ key: 'x', body: 'x' }, callbacks)).ok).toBe(true)
    expect(logged).toEqual(
      ['onProgress', 'onComplete', 'onError'].map((name) => `${name} is not a function, and is not called`),
    )
  })
})

describe('the location of an object', () => {
  test.each([
    ['no level', {}, `public/${ana}/k`],
    ['public', { level: 'public' }, `public/${ana}/k`],
    ['protected', { level: 'protected' }, `protected/${ana}/k`],
    ['private', { level: 'private' }, `private/${ana}/k`],
    ['a prefix of its own', { prefixes: { public: `public/${ana}/teams/` } }, `public/${ana}/teams/k`],
    ['no prefix at all', { prefixes: { public: '' }, key: `public/${ana}/k` }, `public/${ana}/k`],
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

  test('allows the protected files of another customer to be read, but not written', async () => {
    await open(ben).storage.put({ level: 'protected', key: 'shared', body: 'of ben' })
    const { storage } = open()
    const place = { level: 'protected', identityId: ben, key: 'shared' } as const
    expect(await unwrap(await storage.get(place)).body.text()).toBe('of ben')
    expect(await storage.put({ ...place, body: 'of ana' })).toMatchObject({
      error: { kind: 'refused', code: 'AccessDenied', status: 403 },
    })
  })
})

test('deletes an object, and succeeds again when it is already deleted', async () => {
  const { storage } = open()
  await storage.put({ key: 'short', body: 'x' })
  expect(await storage.remove({ key: 'short' })).toEqual(ok(undefined))
  expect(await storage.head({ key: 'short' })).toMatchObject({ error: { kind: 'not-found', status: 404 } })
  expect(await storage.remove({ key: 'short' })).toEqual(ok(undefined))
})
