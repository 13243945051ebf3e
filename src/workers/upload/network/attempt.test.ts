import { describe, expect, test } from 'vitest'
import { firstTimes } from '../testing/first-times.ts'
import { fileOf, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

describe('trouble of the server', () => {
  test.each([
    ['create', { kind: 'busy', code: 'SlowDown' }],
    ['sendPart', { kind: 'busy', code: 'InternalError' }],
    ['sendPart', { kind: 'unreachable' }],
    ['sendPart', { kind: 'stalled' }],
    ['sendPart', 'answer-lost'],
    ['complete', { kind: 'busy', code: 'InternalError' }],
    ['complete', 'answer-lost'],
    ['head', { kind: 'unreachable' }],
  ] as const)('a passing failure of %s (%o) is tried again', async (name, trouble) => {
    const { add, advance, objectStore, statusOf } = await runEngine({ trouble: firstTimes(2, name, trouble) })
    await add(fileOf('match.mp4', 6))
    await advance(5 * minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.size).toBe(1)
    expect(objectStore.violations).toEqual([])
  })

  test('that does not pass pauses the task without losing its upload; it can be resumed', async () => {
    let isIll = true
    const { add, advance, engine, objectStore, statusOf } = await runEngine({
      trouble: (name, { number }) =>
        isIll && name === 'sendPart' && number === 3 ? { kind: 'busy', code: 'InternalError' } : undefined,
    })
    await add(fileOf('match.mp4', 6))
    await advance(10 * minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'InternalError' } })
    expect(objectStore.count('abort')).toBe(0)
    isIll = false
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.violations).toEqual([])
  })

  test('with a single request is no lost connection: the task pauses, and says what the store did', async () => {
    const { add, advance, statusOf } = await runEngine({
      trouble: (name, { number }) =>
        name === 'sendPart' && number === 3 ? { kind: 'unreachable' } : undefined,
    })
    await add(fileOf('match.mp4', 6))
    await advance(10 * minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'Unreachable' } })
  })

  test('that names a time is obeyed, by all tasks', async () => {
    const trouble = firstTimes(1, 'sendPart', { kind: 'busy', code: 'SlowDown', retryAfter: 30_000 })
    const { add, advance, objectStore } = await runEngine({ trouble })
    await add(fileOf('a.mp4', 8))
    await advance(100)
    const before = objectStore.count('sendPart')
    await add(fileOf('b.txt', 0, 3))
    await advance(29_000)
    expect(objectStore.count('sendPart')).toBe(before)
    expect(objectStore.count('put')).toBe(0)
    await advance(2000)
    expect(objectStore.objects.size).toBe(2)
  })

  test('is counted anew after each part that gets through', async () => {
    let failures = 0
    const { add, advance, statusOf } = await runEngine({
      latency: () => 1000,
      // More often than a part may fail while nothing else gets through.
      trouble: (name, { number }) =>
        name === 'sendPart' && number === 1 && ++failures < 10 ? { kind: 'stalled' } : undefined,
    })
    await add(fileOf('match.mp4', 60))
    await advance(10 * minute)
    expect(failures).toBe(10)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
  })

  test('a stall cuts the one part that stands still, and no other is sent again', async () => {
    const { add, advance, objectStore, statusOf } = await runEngine({
      trouble: firstTimes(1, 'sendPart', { kind: 'stalled' }),
    })
    await add(fileOf('match.mp4', 8))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('sendPart')).toBe(9)
  })

  test.each([
    ['storage-full', { kind: 'storage-full' }, { kind: 'storage-full' }],
    [
      'a hidden ETag',
      { kind: 'refused', code: 'HiddenETag' },
      { kind: 'server-refused', code: 'HiddenETag' },
    ],
  ] as const)('%s stops at the first part, with its own reason', async (_, trouble, reason) => {
    const { add, advance, objectStore, statusOf } = await runEngine({
      trouble: firstTimes(99, 'sendPart', trouble),
    })
    await add(fileOf('match.mp4', 30))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason })
    expect(objectStore.count('sendPart')).toBeLessThanOrEqual(4)
  })

  test('a refusal pauses at once, with its code', async () => {
    const trouble = firstTimes(1, 'create', { kind: 'refused', code: 'AccessDenied' })
    const { add, advance, statusOf } = await runEngine({ trouble })
    await add(fileOf('match.mp4', 2))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'AccessDenied' } })
  })

  test('an upload that vanished begins again once', async () => {
    const { add, advance, objectStore, statusOf } = await runEngine({ latency: () => 100 })
    await add(fileOf('match.mp4', 9))
    await advance(350)
    objectStore.forgetUpload()
    await advance(5 * minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('create')).toBe(2)
  })

  test('an upload that vanishes again and again pauses', async () => {
    const { add, advance, objectStore, statusOf } = await runEngine({
      trouble: (name) => (name === 'sendPart' ? { kind: 'no-such-upload' } : undefined),
    })
    await add(fileOf('match.mp4', 9))
    await advance(5 * minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'NoSuchUpload' } })
    expect(objectStore.count('create')).toBe(2)
  })
})
