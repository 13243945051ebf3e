import { describe, expect, test } from 'vitest'
import { slow } from '../testing/killed-upload.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createFile, runEngine } from '../testing/running-engine.ts'
import { copyBudgetBytes, getRoomForCopy } from './create-copy-queue.ts'

const minute = 60_000
const gibibyte = 1024 ** 3

describe('the room for copies', () => {
  test.each([
    ['on an empty phone', 0, 64 * gibibyte, copyBudgetBytes],
    ['with copies already', 3 * gibibyte, 64 * gibibyte, gibibyte],
    ['with all of it taken', copyBudgetBytes, 64 * gibibyte, 0],
    ['on a phone that is nearly full', 0, 100, 50],
    ['on a full phone', 0, 0, 0],
  ])('%s', (_, kept, free, room) => expect(getRoomForCopy(kept, free)).toBe(room))

  test('is too small: the page shows how much there is, and smaller files behind it are copied', async () => {
    const copies = createMemoryCopies(new Map(), { free: 20_000_000 })
    const { add, advance, tasks } = await runEngine({ ...slow, copies })
    await add(createFile('match.mp4', 8), createFile('clip.mp4', 1, 1))
    await advance(1500)
    expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'no-room', room: 10_000_000 })
    expect(tasks.get('task-2')?.keeping).toEqual({ kind: 'kept' })
  })

  test.each([
    ['full', { kind: 'no-room', room: 0 }],
    ['unsupported', { kind: 'not-kept' }],
    ['unreadable', { kind: 'not-kept' }],
  ] as const)('on a device that reports %s stays empty, and the upload continues', async (fails, keeping) => {
    const files = new Map<string, File>()
    const { add, advance, tasks, findStatus } = await runEngine({
      ...slow,
      copies: createMemoryCopies(files, { fails }),
    })
    await add(createFile('match.mp4', 8))
    await advance(1500)
    expect(tasks.get('task-1')?.keeping).toEqual(keeping)
    expect(files.size).toBe(0)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
  })
})
