import { describe, expect, test } from 'vitest'
import { fileOf, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000

describe('a key that is taken in the store', () => {
  test('is left alone: the upload gets one with its date, and keeps it', async () => {
    const { add, advance, objectStore, tasks, statusOf } = await runEngine()
    objectStore.objects.set(storedKey('image.jpg'), { size: 10, eTag: '"older"' })
    await add(fileOf('image.jpg', 0, 10))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.get(storedKey('image.jpg'))?.eTag).toBe('"older"')
    expect(tasks.get('task-1')?.key).toBe('image 1970-01-01 00.16.40.jpg')
    expect(objectStore.objects.has(storedKey('image 1970-01-01 00.16.40.jpg'))).toBe(true)
  })

  test('and with its date as well, is marked with the id of the task', async () => {
    const { add, advance, objectStore, tasks } = await runEngine()
    for (const name of ['image.jpg', 'image 1970-01-01 00.16.40.jpg'])
      objectStore.objects.set(storedKey(name), { size: 10, eTag: '"older"' })
    await add(fileOf('image.jpg', 0, 10))
    await advance(minute)
    expect(tasks.get('task-1')?.key).toBe('image task-1.jpg')
  })
})
