import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createMemoryStore, fileOf, runEngine, storedKey } from '../testing/running-engine.ts'
import { copyBudget, roomFor } from './copy-budget.ts'

const minute = 60_000
const slow = { latency: () => 1000 }
const gibibyte = 1024 ** 3

/** An upload that was killed after `ms`, and the engine that finds it. */
const killed = async (ms: number, copies = new Map<string, File>(), latency = () => 10) => {
  const first = await runEngine({ ...slow, copies: createMemoryCopies(copies) })
  await first.add(fileOf('match.mp4', 8))
  await first.advance(ms)
  const second = await runEngine({
    store: createMemoryStore(first.rows),
    copies: createMemoryCopies(copies),
    latency,
  })
  for (const [id, { key, parts }] of first.objectStore.uploads)
    second.objectStore.uploads.set(id, { key, parts: new Map(parts) })
  return { first, second, copies }
}

describe('a file that a restart would lose', () => {
  test('is kept while it is uploaded, and the person is told', async () => {
    const { add, advance, tasks, rows } = await runEngine(slow)
    await add(fileOf('match.mp4', 8))
    await advance(1500)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
    expect(rows.get('task-1')?.kept).toBe(true)
  })

  test('goes on after the restart without being asked for, and sends only what is missing', async () => {
    const { second } = await killed(3500)
    await second.engine.load()
    await second.advance(minute)
    expect(second.statusOf()).toEqual({ state: 'COMPLETED' })
    const sent = second.objectStore.requests.filter(({ name }) => name === 'sendPart')
    expect(sent.map(({ number }) => number)).toEqual([5, 6, 7, 8])
  })

  test.each([
    ['is not whole', (copies: Map<string, File>) => copies.set('task-1', fileOf('match.mp4', 7))],
    ['is gone', (copies: Map<string, File>) => copies.delete('task-1')],
  ])('is asked for when its copy %s', async (_, damage) => {
    const { second, copies } = await killed(3500)
    damage(copies)
    await second.engine.load()
    await second.advance(minute)
    expect(second.statusOf()).toEqual({
      state: 'PAUSED',
      reason: { kind: 'file-needed', because: 'restart' },
    })
    expect(await second.engine.give('task-1', { file: fileOf('match.mp4', 8) })).toEqual(ok(undefined))
    await second.advance(minute)
    expect(second.statusOf()).toEqual({ state: 'COMPLETED' })
  })

  test('is asked for when its copy has other bytes', async () => {
    const { first, copies } = await killed(3500)
    const other = await runEngine({
      store: createMemoryStore(first.rows),
      copies: createMemoryCopies(copies),
      digest: async () => 'another',
    })
    await other.engine.load()
    await other.advance(minute)
    expect(other.statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } })
  })

  test('is not kept when it is sent within a second', async () => {
    const copies = new Map<string, File>()
    const { add, advance, statusOf } = await runEngine({ copies: createMemoryCopies(copies) })
    await add(fileOf('note.txt', 0, 9))
    await advance(500)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    await advance(minute)
    expect(copies.size).toBe(0)
  })

  test('is not kept when the connection is so fast that it is sent within seconds', async () => {
    let requests = 0
    let written = 0
    const memory = createMemoryCopies()
    const { add, advance, statusOf } = await runEngine({
      // Only the parts take their time.
      latency: () => (requests++ < 2 ? 10 : 500),
      copies: {
        ...memory,
        write: async (...args) => {
          written++
          return memory.write(...args)
        },
      },
    })
    await add(fileOf('match.mp4', 16))
    await advance(1800)
    expect(statusOf()).toEqual({ state: 'IN_PROGRESS' })
    expect(written).toBe(0)
    await advance(minute)
    expect(written).toBe(0)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
  })

  test('is kept without a connection as well', async () => {
    const { add, advance, objectStore, tasks } = await runEngine()
    objectStore.network.up = false
    await add(fileOf('match.mp4', 3))
    await advance(5000)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
  })
})

describe('a copy goes', () => {
  test.each([
    ['when the upload is done', 'resume'],
    ['when it is cancelled', 'cancel'],
  ] as const)('%s', async (_, command) => {
    const copies = new Map<string, File>()
    const { add, advance, engine } = await runEngine({ ...slow, copies: createMemoryCopies(copies) })
    await add(fileOf('match.mp4', 8))
    await advance(1500)
    expect([...copies.keys()]).toEqual(['task-1'])
    await engine.command(['task-1'], command)
    await advance(minute)
    expect(copies.size).toBe(0)
  })

  test('when it is cancelled while it is written', async () => {
    const copies = new Map<string, File>()
    const memory = createMemoryCopies(copies)
    const write = (id: string, file: File, signal: AbortSignal) => {
      copies.set(id, file)
      return new Promise<ReturnType<typeof fail<'aborted'>>>((resolve) => {
        signal.addEventListener('abort', () => resolve(fail('aborted')))
      })
    }
    const { add, advance, engine } = await runEngine({ ...slow, copies: { ...memory, write } })
    await add(fileOf('match.mp4', 8))
    await advance(1500)
    expect(copies.size).toBe(1)
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(copies.size).toBe(0)
  })

  test('at the next start, when nobody needs it; the others stay', async () => {
    const copies = new Map([['orphan', fileOf('old.mp4', 1)]])
    const { second } = await killed(1500, copies)
    await second.engine.load()
    await second.advance(0)
    expect([...copies.keys()]).toEqual(['task-1'])
  })

  test('never while the tasks cannot be read', async () => {
    const copies = new Map([['task-1', fileOf('match.mp4', 1)]])
    const load = () => Promise.reject(new DOMException('broken', 'UnknownError'))
    const { engine, advance } = await runEngine({
      copies: createMemoryCopies(copies),
      store: { ...createMemoryStore(), load },
    })
    await engine.load()
    await advance(minute)
    expect(copies.size).toBe(1)
  })
})

describe('the room for copies', () => {
  test.each([
    ['on an empty phone', 0, 64 * gibibyte, copyBudget],
    ['with copies already', 3 * gibibyte, 64 * gibibyte, gibibyte],
    ['with all of it taken', copyBudget, 64 * gibibyte, 0],
    ['on a phone that is nearly full', 0, 100, 50],
    ['on a full phone', 0, 0, 0],
  ])('%s', (_, kept, free, room) => expect(roomFor(kept, free)).toBe(room))

  test('is not enough: the person is told how much there is, and smaller files behind it are kept', async () => {
    const copies = createMemoryCopies(new Map(), { free: 20_000_000 })
    const { add, advance, tasks } = await runEngine({ ...slow, copies })
    await add(fileOf('match.mp4', 8), fileOf('clip.mp4', 1, 1))
    await advance(1500)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'no-room', room: 10_000_000 })
    expect(tasks.get('task-2')?.keeping).toEqual({ kind: 'kept' })
  })

  test.each([
    ['full', { kind: 'no-room', room: 0 }],
    ['unsupported', { kind: 'not-kept' }],
    ['unreadable', { kind: 'not-kept' }],
  ] as const)(
    'a device that says %s leaves nothing behind, and the upload goes on',
    async (fails, keeping) => {
      const files = new Map<string, File>()
      const { add, advance, tasks, statusOf } = await runEngine({
        ...slow,
        copies: createMemoryCopies(files, { fails }),
      })
      await add(fileOf('match.mp4', 8))
      await advance(1500)
      expect(tasks.get('task-1')?.keeping).toEqual(keeping)
      expect(files.size).toBe(0)
      await advance(minute)
      expect(statusOf()).toEqual({ state: 'COMPLETED' })
    },
  )
})

describe('a file that changes or vanishes under way', () => {
  const unreadable = { is: false }
  const checksum = async (body: Blob) => {
    if (unreadable.is && body.size > 0 && original.has(body)) throw new DOMException('gone', 'NotFoundError')
    return 'AAAAAA=='
  }
  const original = new WeakSet<Blob>()

  /** A file that cannot be read from a certain moment on. */
  const vanishing = () => {
    unreadable.is = false
    const file = fileOf('match.mp4', 8)
    const slice = file.slice.bind(file)
    file.slice = (...range) => {
      const part = slice(...range)
      original.add(part)
      return part
    }
    return file
  }

  test('goes on from its copy, when there is one', async () => {
    const copies = new Map<string, File>()
    const memory = createMemoryCopies(copies)
    const { add, advance, objectStore, statusOf } = await runEngine({
      ...slow,
      checksum,
      copies: { ...memory, write: async (id) => ok(void copies.set(id, fileOf('match.mp4', 8))) },
    })
    await add(vanishing())
    await advance(2500)
    unreadable.is = true
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.has(storedKey('match.mp4'))).toBe(true)
    expect(objectStore.violations).toEqual([])
  })

  test('is needed again, when there is none', async () => {
    const { add, advance, statusOf } = await runEngine({
      ...slow,
      checksum,
      copies: createMemoryCopies(new Map(), { free: 0 }),
    })
    await add(vanishing())
    await advance(2500)
    unreadable.is = true
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'changed' } })
  })
})

describe('a file that is chosen again is copied again, because the old copy may have other bytes', () => {
  const edited = fileOf('match.mp4', 8, 0, 1_800_000_000_000)

  test('after a restart that lost the copy', async () => {
    const { second, copies } = await killed(3500, new Map(), slow.latency)
    copies.set('task-1', fileOf('match.mp4', 7))
    await second.engine.load()
    await second.advance(100)
    await second.engine.give('task-1', { file: edited })
    await second.advance(1500)
    expect(second.tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
    expect(copies.get('task-1')).toBe(edited)
  })

  test('when the first one was kept already', async () => {
    const copies = new Map<string, File>()
    const { add, advance, engine } = await runEngine({ ...slow, copies: createMemoryCopies(copies) })
    await add(fileOf('match.mp4', 8))
    await advance(1500)
    await engine.command(['task-1'], 'pause')
    await engine.give('task-1', { file: edited })
    await advance(1500)
    expect(copies.get('task-1')).toBe(edited)
  })

  test('while the first one is still being copied', async () => {
    const copies = new Map<string, File>()
    const memory = createMemoryCopies(copies)
    let end = () => undefined as void
    const write = async (id: string, file: File, signal: AbortSignal) => {
      await new Promise<void>((resolve) => {
        end = resolve
      })
      return memory.write(id, file, signal)
    }
    const { add, advance, engine, tasks } = await runEngine({ ...slow, copies: { ...memory, write } })
    await add(fileOf('match.mp4', 8))
    await advance(1500)
    await engine.give('task-1', { file: edited })
    end()
    await advance(1)
    expect(tasks.get('task-1')?.keeping).toBeUndefined()
    end()
    await advance(500)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
    expect(copies.get('task-1')).toBe(edited)
  })
})
