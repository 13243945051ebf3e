import { describe, expect, test } from 'vitest'
import { firstTimes } from '../testing/first-times.ts'
import { createDevice, fileOf, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000
const file = fileOf('match.mp4', 3)

describe('a create whose answer is lost', () => {
  const lost = firstTimes.bind(undefined, 1, 'create', 'answer-lost')

  test('leaves nothing on the server when it is asked again', async () => {
    const { add, advance, objectStore, statusOf } = await runEngine({ trouble: lost() })
    await add(file)
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('create')).toBe(2)
    expect(objectStore.uploads.size).toBe(0)
  })

  test('leaves nothing on the server when the task is cancelled meanwhile', async () => {
    const { add, advance, engine, objectStore, statusOf, rows } = await runEngine({
      trouble: lost(),
      latency: () => 100,
    })
    await add(file)
    await advance(150)
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'CANCELLED' })
    expect(objectStore.uploads.size).toBe(0)
    expect(rows.size).toBe(0)
  })

  test('because the worker died leaves nothing on the server', async () => {
    const device = createDevice({ latency: () => 100 })
    const first = await device.begin()
    await first.add('ana', 'private', [{ file }])
    await device.advance(150)
    device.kill()
    await device.advance(200)
    expect(device.objectStore.uploads.size).toBe(1)
    const next = await device.begin()
    await next.load(new Map([['task-1', file]]))
    await device.advance(minute)
    expect(device.objectStore.objects.size).toBe(1)
    expect(device.objectStore.uploads.size).toBe(0)
  })

  test('does not touch an upload of another device that has parts already', async () => {
    const { add, advance, objectStore } = await runEngine({ trouble: lost() })
    const parts = new Map([[1, { number: 1, size: 5, eTag: '"theirs"' }]])
    objectStore.uploads.set('theirs', { key: storedKey('match.mp4'), parts })
    await add(file)
    await advance(minute)
    expect([...objectStore.uploads.keys()]).toEqual(['theirs'])
  })

  test('is left to the bucket where listing uploads is not allowed', async () => {
    const { add, advance, objectStore, statusOf } = await runEngine({
      trouble: (name) => {
        if (name === 'listUploads') return { kind: 'refused', code: 'AccessDenied' }
        return name === 'create' && objectStore.count('create') === 1 ? 'answer-lost' : undefined
      },
    })
    await add(file)
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
  })
})
