import { describe, expect, test } from 'vitest'
import { createFile, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

describe('a cancel is final', () => {
  test.each([
    ['before it starts', 0],
    ['while its key is looked up and the upload created', 50],
    ['with parts in flight', 150],
    ['with some parts stored', 250],
    ['while it is completed', 450],
    ['while it is verified', 550],
  ])('%s', async (_, after) => {
    const { add, advance, engine, objectStore, findStatus, rows } = await runEngine({ latency: () => 100 })
    await add(createFile('match.mp4', 9))
    await advance(after)
    await engine.command(['task-1'], 'cancel')
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'CANCELLED' })
    expect(objectStore.uploads.size).toBe(0)
    expect(objectStore.objects.size).toBe(0)
    expect(rows.size).toBe(0)
  })

  test('even when all bytes of a file in one request are sent', async () => {
    const { add, advance, engine, objectStore, findStatus } = await runEngine({ latency: () => 100 })
    await add(createFile('note.txt', 0, 9))
    await advance(150)
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'CANCELLED' })
    expect(objectStore.objects.size).toBe(0)
  })

  test('and cleans up once, even if a session begins meanwhile', async () => {
    const { add, advance, engine, objectStore } = await runEngine({ latency: () => 100 })
    await add(createFile('match.mp4', 9))
    await advance(350)
    await engine.command(['task-1'], 'cancel')
    await advance(50)
    await engine.session('ana')
    await advance(minute)
    expect(objectStore.count('abort')).toBe(1)
  })

  test('and deletes its object once, but not what another device stores under the name later', async () => {
    let isLost = false
    const { add, advance, engine, objectStore } = await runEngine({
      latency: () => 100,
      trouble: (name) => {
        if (name !== 'remove' || isLost) return undefined
        isLost = true
        return 'answer-lost'
      },
    })
    await add(createFile('note.txt', 0, 9))
    await advance(150)
    await engine.command(['task-1'], 'cancel')
    while (objectStore.objects.size === 0) await advance(10)
    const [key = ''] = objectStore.objects.keys()
    while (objectStore.objects.size > 0) await advance(10)
    const theirs = { size: 9, eTag: '"theirs"', madeBy: 'their-task' }
    objectStore.objects.set(key, theirs)
    await advance(minute)
    expect(isLost).toBe(true)
    expect(objectStore.objects.get(key)).toBe(theirs)
  })

  test('and cleans up after a lost connection returns', async () => {
    const { add, advance, engine, objectStore, rows } = await runEngine({ latency: () => 100 })
    await add(createFile('match.mp4', 9))
    await advance(350)
    objectStore.network.up = false
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(objectStore.uploads.size).toBe(1)
    expect(rows.size).toBe(1)
    objectStore.network.up = true
    await advance(minute)
    expect(objectStore.uploads.size).toBe(0)
    expect(rows.size).toBe(0)
  })
})
