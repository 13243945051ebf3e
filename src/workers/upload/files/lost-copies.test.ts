import { describe, expect, test } from 'vitest'
import { killed, slow } from '../testing/killed-upload.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createMemoryDatabase, createFile, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

describe('a lost copy', () => {
  test('that the browser cut short is deleted, and the file is shown as not stored', async () => {
    const copies = new Map<string, File>()
    const memory = createMemoryCopies(copies)
    const { add, advance, rows, tasks } = await runEngine({
      ...slow,
      copies: {
        ...memory,
        write: async (id, _file, signal) => memory.write(id, createFile('match.mp4', 7), signal),
      },
    })
    await add(createFile('match.mp4', 8))
    await advance(1500)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'not-kept' })
    expect(rows.get('task-1')?.source).toEqual({ kind: 'none' })
    expect(copies.size).toBe(0)
  })

  test('that was evicted while its upload waits is shown as not stored, and the upload still completes', async () => {
    const copies = new Map<string, File>()
    const { add, advance, engine, rows, findStatus, tasks } = await runEngine({
      ...slow,
      copies: createMemoryCopies(copies),
    })
    await add(createFile('match.mp4', 8))
    await advance(1500)
    await engine.command(['task-1'], 'pause')
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
    copies.clear()
    await advance(2 * minute)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'not-kept' })
    expect(rows.get('task-1')?.source).toEqual({ kind: 'none' })
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
  })

  test('is noticed after a restart that waits for Wi-Fi, and the file is asked for at once', async () => {
    const { first, copies } = await killed(2500)
    copies.clear()
    const second = await runEngine({
      database: createMemoryDatabase(first.rows),
      copies: createMemoryCopies(copies),
      network: {
        getView: () => ({
          wifiOnly: true,
          obeyDataSaver: true,
          knows: { wifi: true, dataSaver: true },
          held: 'wifi-needed',
        }),
        set: async () => undefined,
        subscribe: () => undefined,
      },
    })
    await second.engine.load()
    await second.advance(1000)
    expect(second.tasks.get('task-1')).not.toHaveProperty('keeping')
    expect(second.findStatus()).toEqual({
      state: 'PAUSED',
      reason: { kind: 'file-needed', because: 'restart' },
    })
  })

  test('is noticed after a restart, even if the coach paused the upload', async () => {
    const copies = new Map<string, File>()
    const first = await runEngine({ ...slow, copies: createMemoryCopies(copies) })
    await first.add(createFile('match.mp4', 8))
    await first.advance(1500)
    await first.engine.command(['task-1'], 'pause')
    await first.advance(100)
    copies.clear()
    const engine = await first.begin()
    await engine.load()
    await first.advance(1000)
    expect(first.tasks.get('task-1')).not.toHaveProperty('keeping')
    expect(first.findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'you' } })
  })
})
