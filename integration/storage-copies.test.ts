import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { ana, ben, bucket } from '../sandbox/object-store/testing/running-store.ts'
import { storeForFile } from '../sandbox/object-store/testing/store-for-file.ts'
import { unwrap } from '../sandbox/testing/person-services.ts'
import { fail, ok } from '../src/lib/result.ts'
import { openStorage } from './testing/storage-client.ts'

const { running } = storeForFile()

const open = () => openStorage(running())

describe('a copy', () => {
  const from = (key: string, level: 'public' | 'private' = 'private') => ({ level, key })

  test('has the bytes and the type of its source, at another level', async () => {
    const { storage } = open()
    await storage.put({ level: 'private', key: 'jogo final 😀+.txt', body: 'gol', contentType: 'text/x-gol' })
    const copied = await storage.copy({ source: from('jogo final 😀+.txt'), destination: { key: 'copy' } })
    expect(copied).toMatchObject(ok({ key: 'copy' }))
    const got = unwrap(await storage.get({ key: 'copy' }))
    expect(await got.body.text()).toBe('gol')
    expect(got.contentType).toBe('text/x-gol')
  })

  test('does not replace an existing object if it must be new', async () => {
    const { storage } = open()
    await storage.put({ key: 'a', body: 'a' })
    await storage.put({ key: 'b', body: 'b' })
    const result = await storage.copy({ source: { key: 'a' }, destination: { key: 'b' }, failIfExists: true })
    expect(result).toEqual(fail({ kind: 'exists', code: 'PreconditionFailed', status: 412 }))
  })

  test('of a missing object is "not found"', async () => {
    const { storage, logged } = open()
    const result = await storage.copy({ source: { key: 'nowhere' }, destination: { key: 'b' } })
    expect(result).toMatchObject({ error: { kind: 'not-found', status: 404 } })
    expect(logged).toEqual(['Object does not exist'])
  })

  test('of a file too large for one request is made in parts, with the same bytes and type', async () => {
    const { storage, sent } = open()
    const bytes = Uint8Array.from({ length: 11_000_000 }, (_, index) => (index * 31) % 251)
    unwrap(await storage.put({ key: 'large', body: new Blob([bytes], { type: 'video/mp4' }) }))
    const copied = await storage.copy({ source: { key: 'large' }, destination: from('large') })
    expect(copied.ok).toBe(true)
    const got = unwrap(await storage.get({ level: 'private', key: 'large' }))
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
    unwrap(await open().storage.put({ key: 'source', body: new Blob([new Uint8Array(size)]) }))
    const opened = openStorage(running(), fault)
    const result = await opened.storage.copy({ source: { key: 'source' }, destination: { key: 'target' } })
    return { ...opened, result }
  }
  const refused = () =>
    new Response('<Error><Code>AccessDenied</Code><Message>no</Message></Error>', { status: 403 })
  const openUploads = async () => {
    const listed = await running()
      .createClient(ana)
      .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'public/' }))
    return listed.Uploads?.length ?? 0
  }

  test('leaves nothing behind', async () => {
    const { result } = await copyWith({
      fault: ({ url }) => (url.searchParams.get('partNumber') === '2' ? refused() : undefined),
    })
    expect(result).toEqual(fail({ kind: 'refused', code: 'AccessDenied', status: 403 }))
    expect(await openUploads()).toBe(0)
  })

  test('reports when it cannot be cleaned up', async () => {
    const { result, logged } = await copyWith({
      fault: ({ method, url }) =>
        method === 'DELETE' || url.searchParams.get('partNumber') === '2' ? refused() : undefined,
    })
    const details = { cause: 'AccessDenied' }
    expect(result).toEqual(fail({ kind: 'refused', code: 'CopyCleanUpFailed', details }))
    expect(logged).toEqual(['Multipart copy clean up failed'])
    expect(await openUploads()).toBe(1)
  })

  test('is cleaned up also after a timeout', async () => {
    const before = await openUploads()
    const { storage } = openStorage(running(), {
      fault: ({ url }) => (url.searchParams.has('partNumber') ? 'never' : undefined),
    })
    const copy = { source: { key: 'source' }, destination: { key: 'late' }, timeout: 300 }
    expect(await storage.copy(copy)).toMatchObject({ error: { kind: 'timeout' } })
    await expect.poll(openUploads).toBe(before)
  })
})
