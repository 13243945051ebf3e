import { describe, expect, test } from 'vitest'
import { defaultPartSize } from '../../../uploads/plan-parts.ts'
import { firstTimes } from '../testing/first-times.ts'
import { createEmptyFile, createFile, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

type Running = Awaited<ReturnType<typeof runEngine>>

describe('a failure of the server', () => {
  test.each([
    ['create', { kind: 'busy', code: 'SlowDown' }],
    // A bucket that is being moved: the browser hides the kind of redirect.
    ['create', { kind: 'busy', code: 'Redirected' }],
    ['sendPart', { kind: 'busy', code: 'InternalError' }],
    ['sendPart', { kind: 'unreachable' }],
    ['sendPart', { kind: 'stalled' }],
    ['sendPart', { kind: 'credentials-refused', code: 'ExpiredToken' }],
    ['sendPart', { kind: 'clock-skewed', code: 'RequestTimeTooSkewed' }],
    ['create', { kind: 'foreign-answer' }],
    ['sendPart', { kind: 'foreign-answer' }],
    ['complete', { kind: 'foreign-answer' }],
    ['sendPart', 'answer-lost'],
    ['complete', { kind: 'busy', code: 'InternalError' }],
    ['complete', 'answer-lost'],
    ['head', { kind: 'unreachable' }],
  ] as const)('during %s (%o) is retried if it passes', async (name, trouble) => {
    const { add, advance, objectStore, findStatus } = await runEngine({
      trouble: firstTimes(2, name, trouble),
    })
    await add(createFile('match.mp4', 6))
    await advance(5 * minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.size).toBe(1)
    expect(objectStore.violations).toEqual([])
  })

  test('writes a line to the log for each request that is sent again', async () => {
    const trouble = firstTimes(2, 'sendPart', { kind: 'credentials-refused', code: 'InvalidToken' })
    const { add, advance, warnings } = await runEngine({ trouble })
    await add(createFile('match.mp4', 6))
    await advance(5 * minute)
    expect(warnings).toEqual([
      'A request to the object store failed and is sent again',
      'A request to the object store failed and is sent again',
    ])
  })

  test.each([
    [{ kind: 'credentials-refused', code: 'InvalidAccessKeyId' }, 'InvalidAccessKeyId'],
    [{ kind: 'clock-skewed', code: 'RequestTimeTooSkewed' }, 'RequestTimeTooSkewed'],
    [{ kind: 'busy', code: 'Redirected' }, 'Redirected'],
  ] as const)('that persists is named when the retries are used up: %o', async (trouble, code) => {
    const { add, advance, objectStore, findStatus } = await runEngine({
      trouble: (name) => (name === 'complete' ? trouble : undefined),
    })
    await add(createFile('match.mp4', 2))
    await advance(5 * minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code } })
    expect(objectStore.count('complete')).toBe(7)
  })

  test('over credentials holds back every upload, until one request is accepted', async () => {
    const trouble = firstTimes(1, 'sendPart', { kind: 'credentials-refused', code: 'ExpiredToken' })
    const { add, advance, objectStore, findStatus } = await runEngine({ trouble, random: () => 1 })
    await add(createFile('a.mp4', 8), createFile('b.mp4', 8))
    await advance(100)
    const before = objectStore.count('sendPart')
    expect(before).toBeLessThanOrEqual(4)
    await advance(300)
    expect(objectStore.count('sendPart')).toBe(before)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
  })

  test('that persists pauses the task without losing its upload, which can be resumed', async () => {
    let isIll = true
    const { add, advance, engine, objectStore, findStatus } = await runEngine({
      trouble: (name, { number }) =>
        isIll && name === 'sendPart' && number === 3 ? { kind: 'busy', code: 'InternalError' } : undefined,
    })
    await add(createFile('match.mp4', 6))
    await advance(10 * minute)
    expect(findStatus()).toEqual({
      state: 'PAUSED',
      reason: { kind: 'server-refused', code: 'InternalError' },
    })
    expect(objectStore.count('abort')).toBe(0)
    isIll = false
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.violations).toEqual([])
  })

  test.each([
    ['a part', 'sendPart', 'PartNotStored', 5, 8],
    ['a part', 'sendPart', 'BadDigest', 400, 8],
    ['a small file', 'put', 'BadDigest', 1, 2],
  ] as const)(
    'that stores nothing of %s (%s: %s) costs each of the four in flight at most one retry',
    async (_, name, code, parts, sends) => {
      const { add, advance, objectStore, findStatus } = await runEngine({
        trouble: (request) => (request === name ? { kind: 'busy', code } : undefined),
      })
      await add(createEmptyFile('match.mp4', parts * defaultPartSize))
      await advance(10 * minute)
      expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code } })
      expect(objectStore.count(name)).toBeLessThanOrEqual(sends)
    },
  )

  test('that stores all parts but one does not repeat that part while the others are sent', async () => {
    const { add, advance, objectStore, findStatus } = await runEngine({
      trouble: (name, { number }) =>
        name === 'sendPart' && number === 3 ? { kind: 'busy', code: 'PartNotStored' } : undefined,
    })
    await add(createEmptyFile('match.mp4', 400 * defaultPartSize))
    await advance(10 * minute)
    expect(findStatus()).toMatchObject({ state: 'PAUSED', reason: { code: 'PartNotStored' } })
    expect(objectStore.requests.filter(({ number }) => number === 3)).toHaveLength(2)
  })

  test.each([
    ['every request', ['sendPart', 'head'], 1],
    ['only requests with a body', ['sendPart'], 3],
  ] as const)('in which %s has a refused signature sends no body in vain', async (_, refused, bodies) => {
    let hasBegun = false
    const { add, advance, objectStore, findStatus } = await runEngine({
      trouble: (name) => {
        hasBegun ||= name === 'sendPart'
        return hasBegun && refused.some((other) => other === name)
          ? { kind: 'credentials-refused', code: 'SignatureDoesNotMatch' }
          : undefined
      },
    })
    await add(createFile('match.mp4', 6))
    await advance(10 * minute)
    expect(findStatus()).toMatchObject({ state: 'PAUSED', reason: { code: 'SignatureDoesNotMatch' } })
    expect(objectStore.requests.filter(({ number }) => number === 1)).toHaveLength(bodies)
  })

  test('with a single request is not a lost connection: the task pauses with the code of the store', async () => {
    const { add, advance, findStatus } = await runEngine({
      trouble: (name, { number }) =>
        name === 'sendPart' && number === 3 ? { kind: 'unreachable' } : undefined,
    })
    await add(createFile('match.mp4', 6))
    await advance(10 * minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'Unreachable' } })
  })

  test('with a Retry-After holds back all tasks', async () => {
    const trouble = firstTimes(1, 'sendPart', { kind: 'busy', code: 'SlowDown', retryAfter: 30_000 })
    const { add, advance, objectStore } = await runEngine({ trouble })
    await add(createFile('a.mp4', 8), createFile('b.mp4', 8))
    await advance(100)
    const before = objectStore.count('sendPart')
    expect(before).toBeLessThanOrEqual(4)
    await advance(29_000)
    expect(objectStore.count('sendPart')).toBe(before)
    await advance(2000)
    expect(objectStore.objects.size).toBe(2)
  })

  test.each([
    [
      'resumes a paused upload',
      async ({ engine }: Running) => {
        await engine.command(['task-1'], 'pause')
        await engine.command(['task-1'], 'resume')
      },
    ],
    ['chooses another file', async ({ add }: Running) => void (await add(createFile('b.txt', 0, 3)))],
    [
      'chooses the same file again',
      async ({ engine }: Running) => {
        await engine.command(['task-1'], 'pause')
        await engine.give('task-1', { file: createFile('a.mp4', 8) })
        await engine.command(['task-1'], 'start')
      },
    ],
  ])('with a Retry-After no longer holds back the upload when the person %s', async (_, act) => {
    const trouble = firstTimes(1, 'sendPart', { kind: 'busy', code: 'SlowDown', retryAfter: 240_000 })
    const running = await runEngine({ trouble })
    await running.add(createFile('a.mp4', 8))
    await running.advance(1000)
    await act(running)
    await running.advance(1000)
    expect(running.findStatus()).toEqual({ state: 'COMPLETED' })
  })

  test('with a Retry-After is shown on the page, until it has passed or the person tries again', async () => {
    let isBusy = true
    const { add, advance, changes, clock, engine } = await runEngine({
      trouble: (name) =>
        isBusy && name === 'sendPart' ? { kind: 'busy', code: 'SlowDown', retryAfter: 120_000 } : undefined,
    })
    const waitUntil = () => changes.at(-1)?.network.waitUntil
    await add(createFile('a.mp4', 8))
    expect(waitUntil()).toBeUndefined()
    await advance(1000)
    const told = waitUntil()
    expect(Math.abs(Number(told) - clock.now() - 120_000)).toBeLessThanOrEqual(1000)
    await advance(119_500)
    expect(waitUntil()).toBeGreaterThan(Number(told))
    isBusy = false
    await engine.command(['task-1'], 'pause')
    await engine.command(['task-1'], 'resume')
    await advance(1000)
    expect(waitUntil()).toBeUndefined()
  })

  test('with a short Retry-After is not shown on the page', async () => {
    const trouble = firstTimes(1, 'sendPart', { kind: 'busy', code: 'SlowDown', retryAfter: 7000 })
    const { add, advance, changes } = await runEngine({ trouble })
    await add(createFile('a.mp4', 8))
    await advance(minute)
    expect(changes.filter(({ network }) => network.waitUntil !== undefined)).toEqual([])
  })

  test('resets its retries after each part that is stored', async () => {
    let failures = 0
    const { add, advance, findStatus } = await runEngine({
      latency: () => 1000,
      // More failures than a part may have without other progress.
      trouble: (name, { number }) =>
        name === 'sendPart' && number === 1 && ++failures < 10 ? { kind: 'stalled' } : undefined,
    })
    await add(createFile('match.mp4', 60))
    await advance(10 * minute)
    expect(failures).toBe(10)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
  })

  test('that stalls one part aborts only that part, and sends no other part again', async () => {
    const { add, advance, objectStore, findStatus } = await runEngine({
      trouble: firstTimes(1, 'sendPart', { kind: 'stalled' }),
    })
    await add(createFile('match.mp4', 8))
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('sendPart')).toBe(9)
  })

  test.each([
    ['storage-full', { kind: 'storage-full' }, { kind: 'storage-full' }],
    [
      'a hidden ETag',
      { kind: 'refused', code: 'HiddenETag' },
      { kind: 'server-refused', code: 'HiddenETag' },
    ],
  ] as const)('such as %s stops at the first part, with its own reason', async (_, trouble, reason) => {
    const { add, advance, objectStore, findStatus } = await runEngine({
      trouble: firstTimes(99, 'sendPart', trouble),
    })
    await add(createFile('match.mp4', 30))
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason })
    expect(objectStore.count('sendPart')).toBeLessThanOrEqual(4)
  })

  test('that is a refusal pauses the task at once, with its code', async () => {
    const trouble = firstTimes(1, 'create', { kind: 'refused', code: 'AccessDenied' })
    const { add, advance, findStatus } = await runEngine({ trouble })
    await add(createFile('match.mp4', 2))
    await advance(minute)
    expect(findStatus()).toEqual({
      state: 'PAUSED',
      reason: { kind: 'server-refused', code: 'AccessDenied' },
    })
  })

  test('that loses the upload restarts it once', async () => {
    const { add, advance, objectStore, findStatus } = await runEngine({ latency: () => 100 })
    await add(createFile('match.mp4', 9))
    await advance(350)
    objectStore.forgetUpload()
    await advance(5 * minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('create')).toBe(2)
  })

  test('that loses the upload again and again pauses it', async () => {
    const { add, advance, objectStore, findStatus } = await runEngine({
      trouble: (name) => (name === 'sendPart' ? { kind: 'no-such-upload' } : undefined),
    })
    await add(createFile('match.mp4', 9))
    await advance(5 * minute)
    expect(findStatus()).toEqual({
      state: 'PAUSED',
      reason: { kind: 'server-refused', code: 'NoSuchUpload' },
    })
    expect(objectStore.count('create')).toBe(2)
  })
})
