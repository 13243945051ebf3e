import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import {
  createDevice,
  createMemoryDatabase,
  createFile,
  mine,
  runEngine,
  storedKey,
} from '../testing/running-engine.ts'
import { defaultPartSize } from '../../../uploads/plan-parts.ts'

const minute = 60_000

describe('a restart', () => {
  const interrupted = async (options: Parameters<typeof runEngine>[0] = {}) => {
    const first = await runEngine({ latency: () => 100 })
    await first.add(createFile('match.mp4', 8))
    await first.advance(250)
    const second = await runEngine({ database: createMemoryDatabase(first.rows), ...options })
    // The server survives; requests in flight are lost.
    for (const [id, upload] of first.objectStore.uploads)
      second.objectStore.uploads.set(id, { ...upload, parts: new Map(upload.parts) })
    await second.engine.load()
    await second.advance(100)
    return second
  }

  test('asks for the file, and shows how much of the upload was done', async () => {
    const { findStatus, tasks } = await interrupted()
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } })
    expect(tasks.get('task-1')?.sentBytes).toBe(4 * defaultPartSize)
  })

  test('refuses another file and resumes with the same one, sending only what is missing', async () => {
    const { advance, engine, objectStore, findStatus } = await interrupted()
    expect(await engine.give('task-1', { file: createFile('other.mp4', 8) })).toEqual(fail('other-file'))
    expect(await engine.give('task-1', { file: createFile('match.mp4', 7) })).toEqual(fail('other-file'))
    expect((await engine.give('task-1', { file: createFile('match.mp4', 8) })).ok).toBe(true)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    const sent = objectStore.requests.filter(({ name }) => name === 'sendPart').map(({ number }) => number)
    expect(new Set(sent)).toEqual(new Set([5, 6, 7, 8]))
    expect(sent).toHaveLength(4)
  })

  test('compares the content: the same name, size and time are not enough', async () => {
    let content = 'one'
    const first = await runEngine({ latency: () => 100, digest: async () => content })
    await first.add(createFile('match.mp4', 8))
    await first.advance(250)
    const second = await runEngine({
      database: createMemoryDatabase(first.rows),
      digest: async () => content,
    })
    await second.engine.load()
    content = 'another'
    expect(await second.engine.give('task-1', { file: createFile('match.mp4', 8) })).toEqual(
      fail('other-file'),
    )
  })

  test('resumes when the same file is simply chosen again', async () => {
    const { add, advance, findStatus } = await interrupted()
    expect(await add(createFile('match.mp4', 8))).toEqual(['task-1'])
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
  })

  test('resumes a file whose time is new at each choice, as on a phone, from what is stored', async () => {
    const { engine, objectStore, advance, findStatus } = await interrupted()
    const copy = createFile('match.mp4', 8, 0, 1_800_000_000_000)
    expect(await engine.give('task-1', { file: copy })).toEqual(ok(undefined))
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('sendPart')).toBe(4)
  })

  test('sends the differing parts of a file again whose time is new because it was edited', async () => {
    const { engine, objectStore, advance, findStatus } = await interrupted({
      computeChecksum: async () => 'BBBBBB==',
    })
    expect(await engine.give('task-1', { file: createFile('match.mp4', 8, 0, 1_800_000_000_000) })).toEqual(
      ok(undefined),
    )
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('sendPart')).toBe(8)
  })

  test('ignores a listed part of another size', async () => {
    const second = await interrupted()
    const [upload] = second.objectStore.uploads.values()
    upload!.parts.set(1, { number: 1, size: 17, eTag: '"short"' })
    await second.engine.give('task-1', { file: createFile('match.mp4', 8) })
    await second.advance(minute)
    expect(second.objectStore.objects.get(storedKey('match.mp4'))?.size).toBe(8 * defaultPartSize)
  })
})

describe('a worker that dies', () => {
  const file = createFile('match.mp4', 12)
  const die = async (options: Parameters<typeof createDevice>[0] = { latency: () => 100 }) => {
    const device = createDevice(options)
    const first = await device.begin()
    await first.add('ana', mine, [{ file }])
    await device.advance(350)
    device.kill()
    await device.advance(500)
    return device
  }
  const files = new Map([['task-1', file]])

  test('with parts in flight loses fewer than four parts', async () => {
    const { begin, advance, objectStore, findStatus } = await die()
    const next = await begin()
    await next.load(files)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.violations).toEqual([])
    expect(objectStore.count('sendPart')).toBeLessThanOrEqual(12 + 4)
    expect(objectStore.count('create')).toBe(1)
  })

  test.each([
    ['whose file is gone', undefined],
    ['that has its file', files],
  ])('leaves acknowledged parts to the next one without a connection, %s', async (_, held) => {
    const { begin, advance, objectStore, tasks } = await die()
    objectStore.network.up = false
    const next = await begin()
    await next.load(held)
    await advance(minute)
    expect(tasks.get('task-1')?.status.state).toBe('PAUSED')
    expect(tasks.get('task-1')?.sentBytes).toBe(8 * defaultPartSize)
  })

  test('leaves a record with upload id, bucket, key, file name, and when it was last touched', async () => {
    const { rows, clock } = await die()
    const record = rows.get('task-1')
    expect(record).toMatchObject({
      remote: { uploadId: 'upload-1' },
      bucket: 'files',
      key: 'match.mp4',
      name: 'match.mp4',
    })
    expect(record?.lastTouched).toBeLessThan(clock.now())
    expect(record?.lastTouched).toBeGreaterThanOrEqual(record?.createdAt ?? Infinity)
  })

  test('leaves its part size, and the next one splits the file in the same way', async () => {
    const { begin, advance, objectStore, rows, findStatus } = await die()
    rows.get('task-1')!.partSize = 2 * defaultPartSize
    objectStore.uploads.get('upload-1')!.parts.clear()
    const next = await begin()
    await next.load(files)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.get(storedKey('match.mp4'))?.eTag).toBe('"whole-6"')
  })

  test('leaves an upload of a bucket that is no longer used, and the file is sent to the present one', async () => {
    const { begin, advance, objectStore, rows, findStatus } = await die()
    const row = rows.get('task-1')!
    Object.assign(row, { bucket: 'older-files', remote: { ...row.remote, orphans: true } })
    const next = await begin()
    await next.load(files)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('create')).toBe(2)
    const names = objectStore.requests.map(({ name }) => name)
    expect(names.lastIndexOf('listUploads')).toBeGreaterThan(names.lastIndexOf('create'))
    expect(objectStore.count('listUploads')).toBe(2)
  })

  test('leaves an upload of another pool and its bucket: the file is sent under the present identity', async () => {
    let identity = 'us-east-1:ana'
    const { begin, advance, objectStore, rows, findStatus } = await die({
      latency: () => 100,
      getIdentityId: async () => ok(identity),
    })
    Object.assign(rows.get('task-1')!, { bucket: 'older-files' })
    identity = 'us-east-1:ana-of-the-new-pool'
    const next = await begin()
    await next.load(files)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect([...objectStore.objects.keys()]).toEqual([`private/${identity}/match.mp4`])
  })

  test('before a cancelled upload was cleaned up leaves that to the next one', async () => {
    const device = createDevice({ latency: () => 100 })
    const first = await device.begin()
    await first.add('ana', mine, [{ file }])
    await device.advance(350)
    await first.command(['task-1'], 'cancel')
    const next = await device.begin()
    await next.load()
    await device.advance(minute)
    expect(device.objectStore.uploads.size).toBe(0)
    expect(device.rows.size).toBe(0)
  })

  test('with a part size that would need more than 10,000 parts starts nothing', async () => {
    const { begin, advance, errors, rows, findStatus } = await die()
    rows.get('task-1')!.partSize = 1000
    const next = await begin()
    await next.load(files)
    await advance(minute)
    expect(findStatus()).toEqual({
      state: 'PAUSED',
      reason: { kind: 'server-refused', code: 'TooManyParts' },
    })
    expect(errors).toEqual(['too many parts, maximum is 10000'])
  })
})
