import { describe, expect, test } from 'vitest'
import { ok } from '../../../lib/result.ts'
import { killed, slow } from '../testing/killed-upload.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createMemoryDatabase, createFile, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

describe('a file that a restart would lose', () => {
  test('is copied while it is uploaded, and the page says so', async () => {
    const { add, advance, tasks, rows } = await runEngine(slow)
    await add(createFile('match.mp4', 8))
    await advance(1500)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
    expect(rows.get('task-1')?.source).toEqual({ kind: 'copy' })
  })

  test('resumes after the restart by itself, and sends only what is missing', async () => {
    const { second } = await killed(2500)
    await second.engine.load()
    await second.advance(minute)
    expect(second.findStatus()).toEqual({ state: 'COMPLETED' })
    const sent = second.objectStore.requests.filter(({ name }) => name === 'sendPart')
    expect(sent.map(({ number }) => number)).toEqual([5, 6, 7, 8])
  })

  test.each([
    ['is not whole', (copies: Map<string, File>) => copies.set('task-1', createFile('match.mp4', 7))],
    ['is gone', (copies: Map<string, File>) => copies.delete('task-1')],
  ])('is asked for when its copy %s', async (_, damage) => {
    const { second, copies } = await killed(2500)
    damage(copies)
    await second.engine.load()
    await second.advance(minute)
    expect(second.findStatus()).toEqual({
      state: 'PAUSED',
      reason: { kind: 'file-needed', because: 'restart' },
    })
    expect(await second.engine.give('task-1', { file: createFile('match.mp4', 8) })).toEqual(ok(undefined))
    await second.advance(minute)
    expect(second.findStatus()).toEqual({ state: 'COMPLETED' })
  })

  test('has to be chosen again when its copy has other bytes', async () => {
    const { first, copies } = await killed(2500)
    const other = await runEngine({
      database: createMemoryDatabase(first.rows),
      copies: createMemoryCopies(copies),
      digest: async () => 'another',
    })
    await other.engine.load()
    await other.advance(minute)
    expect(other.findStatus()).toEqual({
      state: 'PAUSED',
      reason: { kind: 'file-needed', because: 'restart' },
    })
  })

  test('keeps the page needed until it is copied, which the page shows', async () => {
    const { add, advance, tasks } = await runEngine(slow)
    await add(createFile('match.mp4', 8))
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'not-yet' })
    await advance(1500)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
  })

  test('is copied at once if it is a clip that fits easily', async () => {
    const { add, advance, tasks } = await runEngine(slow)
    await add(createFile('clip.mp4', 2))
    // Half of the time after which a longer film is copied.
    await advance(500)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
  })

  test('counts as not copied when the browser fails during the copy', async () => {
    const copies = createMemoryCopies()
    const broken = { ...copies, write: () => Promise.reject(new TypeError('navigator.storage is undefined')) }
    // No other change makes the engine publish.
    const { add, advance, tasks } = await runEngine({ copies: broken, latency: () => 60 * minute })
    await add(createFile('match.mp4', 64))
    await advance(5000)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'not-kept' })
  })

  test('is not copied when it is sent within a second', async () => {
    const copies = new Map<string, File>()
    const { add, advance, findStatus } = await runEngine({ copies: createMemoryCopies(copies) })
    await add(createFile('note.txt', 0, 9))
    await advance(500)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    await advance(minute)
    expect(copies.size).toBe(0)
  })

  test('is not copied on a connection so fast that it is sent within seconds', async () => {
    let requests = 0
    let written = 0
    const memory = createMemoryCopies()
    const { add, advance, findStatus } = await runEngine({
      // Only the parts are slow.
      latency: () => (requests++ < 3 ? 10 : 500),
      copies: {
        ...memory,
        write: async (...args) => {
          written++
          return memory.write(...args)
        },
      },
    })
    await add(createFile('match.mp4', 16))
    await advance(1800)
    expect(findStatus()).toEqual({ state: 'IN_PROGRESS' })
    expect(written).toBe(0)
    await advance(minute)
    expect(written).toBe(0)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
  })

  test('is copied within seconds, even if the clock is set back by an hour', async () => {
    const { add, advance, jump, tasks } = await runEngine({ latency: () => 5000 })
    await add(createFile('match.mp4', 60))
    jump(-60 * minute)
    await advance(20_000)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
  })

  test('is copied without a connection as well', async () => {
    const { add, advance, objectStore, tasks } = await runEngine()
    objectStore.network.up = false
    await add(createFile('match.mp4', 3))
    await advance(5000)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
  })
})
