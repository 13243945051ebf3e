import { describe, expect, test } from 'vitest'
import { fail } from '../../../lib/result.ts'
import { killed, slow } from '../testing/killed-upload.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createMemoryDatabase, createFile, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

describe('a copy is deleted', () => {
  test.each([
    ['when the upload is done', 'resume'],
    ['when it is cancelled', 'cancel'],
  ] as const)('%s', async (_, command) => {
    const copies = new Map<string, File>()
    const { add, advance, engine } = await runEngine({ ...slow, copies: createMemoryCopies(copies) })
    await add(createFile('match.mp4', 8))
    await advance(1500)
    expect([...copies.keys()]).toEqual(['task-1'])
    await engine.command(['task-1'], command)
    await advance(minute)
    expect(copies.size).toBe(0)
  })

  test('when its upload is cancelled during the copy', async () => {
    const copies = new Map<string, File>()
    const memory = createMemoryCopies(copies)
    const write = (id: string, file: File, signal: AbortSignal) => {
      copies.set(id, file)
      return new Promise<ReturnType<typeof fail<'aborted'>>>((resolve) => {
        signal.addEventListener('abort', () => resolve(fail('aborted')))
      })
    }
    const { add, advance, engine } = await runEngine({ ...slow, copies: { ...memory, write } })
    await add(createFile('match.mp4', 8))
    await advance(1500)
    expect(copies.size).toBe(1)
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(copies.size).toBe(0)
  })

  test.each([
    ['there is no room for a copy of that one', 0],
    ['that one is copied, and then sent', Number.MAX_SAFE_INTEGER],
  ])('when another file replaced its file, though %s', async (_, left) => {
    const copies = new Map<string, File>()
    const memory = createMemoryCopies(copies)
    let free = Number.MAX_SAFE_INTEGER
    const { add, advance, clock, engine, findStatus } = await runEngine({
      ...slow,
      copies: {
        ...memory,
        getFreeBytes: async () => free,
        remove: (...args) => clock.sleep(100).then(() => memory.remove(...args)),
      },
    })
    await add(createFile('match.mp4', 8))
    await advance(1500)
    await engine.command(['task-1'], 'pause')
    await advance(1000)
    free = left
    await engine.give('task-1', { file: createFile('match.mp4', 8, 0, 1_800_000_000_000) })
    await advance(1000)
    expect(copies.size).toBe(left ? 1 : 0)
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(copies.size).toBe(0)
  })

  test('only after the upload that reads from it has ended, even if another file replaced its file', async () => {
    const { first, copies } = await killed(1500)
    const { engine, advance, objectStore, findStatus } = await runEngine({
      ...slow,
      database: createMemoryDatabase(first.rows),
      copies: { ...createMemoryCopies(copies), getFreeBytes: async () => 0 },
    })
    await engine.load()
    while (objectStore.inFlight() === 0) await advance(10)
    await engine.give('task-1', { file: createFile('match.mp4', 8, 0, 1_800_000_000_000) })
    await advance(100)
    expect([...copies.keys()]).toEqual(['task-1'])
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(copies.size).toBe(0)
  })

  test('at the next start, if nothing needs it, while the others stay', async () => {
    const copies = new Map([['orphan', createFile('old.mp4', 1)]])
    const { second } = await killed(1500, copies)
    await second.engine.load()
    await second.advance(0)
    expect([...copies.keys()]).toEqual(['task-1'])
  })

  test('only when the tasks can be read', async () => {
    const copies = new Map([['task-1', createFile('match.mp4', 1)]])
    const load = () => Promise.reject(new DOMException('broken', 'UnknownError'))
    const { engine, advance } = await runEngine({
      copies: createMemoryCopies(copies),
      database: { ...createMemoryDatabase(), load },
    })
    await engine.load()
    await advance(minute)
    expect(copies.size).toBe(1)
  })
})
