import { describe, expect, test } from 'vitest'
import { storeForFile } from '../sandbox/object-store/testing/store-for-file.ts'
import { unwrap } from '../sandbox/testing/person-services.ts'
import { openStorage } from './testing/storage-client.ts'

const { running } = storeForFile()

const open = () => openStorage(running())

describe('a presigned address', () => {
  const key = 'vidéo "1" 😀.mp4'

  test('is valid for 900 s, or for the requested time', async () => {
    const { storage, sent } = open()
    const expiry = async (call = {}) =>
      new URL(unwrap(await storage.presignedGet({ key, ...call }))).searchParams.get('X-Amz-Expires')
    expect(await expiry()).toBe('900')
    expect(await expiry({ expires: 60 })).toBe('60')
    expect(sent).toEqual([])
  })

  test('opens without any header, and makes a browser save the file under its name', async () => {
    const { storage } = open()
    await storage.put({ level: 'private', key, body: 'gol' })
    const address = unwrap(await storage.presignedGet({ level: 'private', key, download: true }))
    const response = await fetch(address)
    expect(await response.text()).toBe('gol')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="vid_o _1_ __.mp4"; filename*=UTF-8''vid%C3%A9o%20%221%22%20%F0%9F%98%80.mp4`,
    )
  })

  test('shows the file as the type that is requested', async () => {
    const { storage } = open()
    await storage.put({ key: 'page.pdf', body: '<script>', contentType: 'text/html' })
    const response = await fetch(
      unwrap(await storage.presignedGet({ key: 'page.pdf', contentType: 'application/pdf' })),
    )
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBeNull()
    await response.body?.cancel()
  })

  test('is refused after its expiry', async () => {
    const { storage } = openStorage(running(), { now: () => Date.now() - 1_000_000 })
    const response = await fetch(unwrap(await storage.presignedGet({ key: 'page.pdf' })))
    expect(response.status).toBe(403)
    await response.body?.cancel()
  })

  test('deletes without any header', async () => {
    const { storage } = open()
    await storage.put({ level: 'private', key, body: 'gol' })
    const address = unwrap(await storage.presignedRemove({ level: 'private', key }))
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(204)
    expect(await storage.head({ level: 'private', key, mayBeMissing: true })).toMatchObject({
      error: { kind: 'not-found' },
    })
  })
})
