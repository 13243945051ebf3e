import { describe, expect, test } from 'vitest'
import { ok } from '../../../lib/result.ts'
import type { SavedTask } from '../task/saved-task.ts'
import { createMemoryDatabase, createFile, runEngine, storedKey } from '../testing/running-engine.ts'
import { defaultPartSize } from '../../../uploads/plan-parts.ts'

const minute = 60_000

describe('an upload', () => {
  test.each([
    ['nothing', 0, 0, []],
    ['one byte', 0, 1, ['listObjects']],
    ['exactly one part', 1, 0, ['listObjects']],
  ])('sends %s in one request, whose answer contains its checksum', async (_, parts, rest, before) => {
    const { add, advance, objectStore, findStatus } = await runEngine()
    await add(createFile('note.txt', parts, rest))
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.requests.map(({ name }) => name)).toEqual([...before, 'head', 'put'])
    expect(objectStore.objects.get(storedKey('note.txt'))?.size).toBe(parts * defaultPartSize + rest)
  })

  test.each([
    ['hides its checksum', () => ok({})],
    ['names another checksum', () => ok({ checksum: 'BBBBBB==' })],
  ])('of one request is looked for afterwards when the store %s', async (_, answer) => {
    const { add, advance, objectStore, findStatus } = await runEngine()
    const { put } = objectStore.transport
    objectStore.transport.put = async (...args) => {
      const stored = await put(...args)
      return stored.ok ? answer() : stored
    }
    await add(createFile('note.txt', 0, 9))
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.requests.map(({ name }) => name)).toEqual(['listObjects', 'head', 'put', 'head'])
  })

  test('stores the thumbnail of its file in the same request as the file or its upload', async () => {
    let created = 0
    const { add, advance, objectStore } = await runEngine({
      createThumbnail: async ({ name }) => {
        created++
        return `webp,${name}`
      },
    })
    await add(createFile('photo.jpg', 0, 9), createFile('match.mp4', 6))
    await advance(minute)
    expect(objectStore.objects.get(storedKey('photo.jpg'))?.thumbnail).toBe('webp,photo.jpg')
    expect(objectStore.objects.get(storedKey('match.mp4'))?.thumbnail).toBe('webp,match.mp4')
    expect(created).toBe(2)
  })

  test('reports each of its statuses once, for the statistics', async () => {
    const { add, advance, engine, statuses } = await runEngine()
    await add(createFile('match.mp4', 3, 1))
    await engine.command(['task-1'], 'pause')
    await engine.command(['task-1'], 'pause')
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    await engine.command(['task-1'], 'cancel')
    const ends = statuses.filter(({ state }) => state !== 'IN_PROGRESS')
    expect(ends).toEqual([{ state: 'PAUSED', reason: { kind: 'you' } }, { state: 'COMPLETED' }])
  })

  test('of one byte more is sent in two parts, and its size is checked afterwards', async () => {
    const { add, advance, objectStore, findStatus, rows } = await runEngine()
    await add(createFile('match.mp4', 1, 1))
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.requests.map(({ name }) => name)).toEqual([
      'listObjects',
      'head',
      'create',
      'listUploads',
      'sendPart',
      'sendPart',
      'head',
      'complete',
      'head',
    ])
    expect(rows.size).toBe(0)
  })

  test('never has more than four parts in flight, over all tasks', async () => {
    const { add, advance, objectStore } = await runEngine()
    await add(createFile('a.mp4', 9), createFile('b.mp4', 9), createFile('c.mp4', 9))
    await advance(minute)
    expect(objectStore.maxAtOnce()).toBe(4)
    expect(objectStore.objects.size).toBe(3)
  })

  test('saves task, upload id, part size and file identity before the first byte leaves', async () => {
    const rows = new Map<string, SavedTask>()
    const disk = createMemoryDatabase(rows)
    const { add, advance, clock, objectStore } = await runEngine({
      latency: () => 100,
      database: { ...disk, write: (...args) => clock.sleep(400).then(() => disk.write(...args)) },
    })
    void add(createFile('match.mp4', 3))
    while (objectStore.count('sendPart') === 0) await advance(10)
    expect(rows.get('task-1')).toMatchObject({
      remote: { kind: 'upload', uploadId: 'upload-1' },
      partSize: defaultPartSize,
      name: 'match.mp4',
      size: 3 * defaultPartSize,
      lastModified: 1_700_000_000_000,
      sample: expect.stringContaining('196608'),
    })
  })

  test.each([
    ['in parts', 2, 0],
    ['in one request', 0, 9],
  ])(
    '%s whose stored size is another one pauses with the reason, and can be sent again',
    async (_, ...size) => {
      const { add, advance, engine, errors, objectStore, findStatus } = await runEngine()
      await add(createFile('match.mp4', ...size))
      const { head, put } = objectStore.transport
      objectStore.transport.put = async (...args) => {
        const stored = await put(...args)
        return stored.ok ? ok({}) : stored
      }
      objectStore.transport.head = async (...args) => {
        const found = await head(...args)
        return found.ok ? ok({ ...found.value, size: 1 }) : found
      }
      await advance(minute)
      expect(findStatus()).toEqual({
        state: 'PAUSED',
        reason: { kind: 'server-refused', code: 'SizeMismatch' },
      })
      expect(errors).toEqual(['File size does not match between local file and file on s3'])
      objectStore.transport.head = head
      await engine.command(['task-1'], 'resume')
      await advance(minute)
      expect(findStatus()).toEqual({ state: 'COMPLETED' })
    },
  )

  test('whose object is deleted before it is verified pauses with the reason, and is sent again', async () => {
    const { add, advance, engine, objectStore, findStatus } = await runEngine({ latency: () => 100 })
    await add(createFile('match.mp4', 2))
    while (objectStore.objects.size === 0) await advance(10)
    objectStore.objects.clear()
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'NotFound' } })
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.get(storedKey('match.mp4'))?.size).toBe(2 * defaultPartSize)
  })

  test.each([
    ['in parts', 2, 0],
    ['in one request', 0, 9],
  ])('%s is "finishing" until it is verified, and only then complete', async (_, ...size) => {
    const { add, advance, changes, clock, objectStore } = await runEngine({ latency: () => 1000 })
    const { put } = objectStore.transport
    objectStore.transport.put = async (object, options) => {
      options.onProgress?.(1)
      await clock.sleep(1000)
      return put(object, options)
    }
    await add(createFile('match.mp4', ...size))
    await advance(minute)
    const seen = changes
      .flatMap(({ tasks }) => tasks)
      .map(({ status, phase }) => `${status.state} ${phase ?? 'without a phase'}`)
    expect([...new Set(seen)]).toEqual([
      'IN_PROGRESS preparing',
      'IN_PROGRESS sending',
      'IN_PROGRESS finishing',
      'COMPLETED without a phase',
    ])
  })

  test('requests its place in the store while the first part is read, and writes to the disk meanwhile', async () => {
    const { clock, advance, add, objectStore } = await runEngine({
      latency: () => 100,
      computeChecksum: async () => {
        await clock.sleep(150)
        return 'AAAAAA=='
      },
    })
    await add(createFile('match.mp4', 3))
    await advance(201)
    expect(objectStore.inFlight()).toBe(1)
  })
})
