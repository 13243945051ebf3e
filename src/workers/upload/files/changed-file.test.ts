import { describe, expect, test } from 'vitest'
import { ok } from '../../../lib/result.ts'
import { killed, slow } from '../testing/killed-upload.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createFile, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000

describe('a file that changes or vanishes during its upload', () => {
  const unreadable = { is: false }
  const computeChecksum = async (body: Blob) => {
    if (unreadable.is && body.size > 0 && original.has(body)) throw new DOMException('gone', 'NotFoundError')
    return 'AAAAAA=='
  }
  const original = new WeakSet<Blob>()

  /** A file that becomes unreadable when `unreadable.is` is set. */
  const vanishing = () => {
    unreadable.is = false
    const file = createFile('match.mp4', 8)
    const slice = file.slice.bind(file)
    file.slice = (...range) => {
      const part = slice(...range)
      original.add(part)
      return part
    }
    return file
  }

  test('continues from its copy, if there is one', async () => {
    const copies = new Map<string, File>()
    const memory = createMemoryCopies(copies)
    const { add, advance, objectStore, findStatus } = await runEngine({
      ...slow,
      computeChecksum,
      copies: { ...memory, write: async (id) => ok(void copies.set(id, createFile('match.mp4', 8))) },
    })
    await add(vanishing())
    await advance(2500)
    unreadable.is = true
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.has(storedKey('match.mp4'))).toBe(true)
    expect(objectStore.violations).toEqual([])
  })

  test('is asked for when it has no copy, without the advice to leave it where it was', async () => {
    const { add, advance, findStatus, tasks } = await runEngine({
      ...slow,
      computeChecksum,
      copies: createMemoryCopies(new Map(), { free: 0 }),
    })
    await add(vanishing())
    await advance(1500)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'no-room', room: 0 })
    unreadable.is = true
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'changed' } })
    expect(tasks.get('task-1')?.keeping).toBeUndefined()
  })
})

describe('a file that is chosen again is copied again, because the old copy may have other bytes', () => {
  const edited = createFile('match.mp4', 8, 0, 1_800_000_000_000)

  test('after a restart that lost the copy', async () => {
    const { second, copies } = await killed(2500, new Map(), slow.latency)
    copies.set('task-1', createFile('match.mp4', 7))
    await second.engine.load()
    await second.advance(100)
    await second.engine.give('task-1', { file: edited })
    await second.advance(1500)
    expect(second.tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
    expect(copies.get('task-1')).toBe(edited)
  })

  test('when the first one was copied already', async () => {
    const copies = new Map<string, File>()
    const { add, advance, engine } = await runEngine({ ...slow, copies: createMemoryCopies(copies) })
    await add(createFile('match.mp4', 8))
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
    await add(createFile('match.mp4', 8))
    await advance(1500)
    await engine.give('task-1', { file: edited })
    end()
    await advance(1)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'not-yet' })
    end()
    await advance(500)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
    expect(copies.get('task-1')).toBe(edited)
  })
})
