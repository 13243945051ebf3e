import { expect, test } from 'vitest'
import type { RequestName, Trouble } from '../testing/fake-object-store.ts'
import { defaultPartSize } from '../../../uploads/plan-parts.ts'
import { createEmptyFile, createFile, runEngine, storedKey } from '../testing/running-engine.ts'
import { createVirtualClock } from '../testing/virtual-clock.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'

const minute = 60_000
const hour = 60 * minute
const coolingDown = { state: 'PAUSED', reason: { kind: 'foreign-answer' } }

/**
 * A device on a network that answers these requests in place of the store, until the test ends the trouble.
 */
const behindNetwork = async (...names: RequestName[]) =>
  behindNetworkThat({ kind: 'foreign-answer' }, ...names)

const behindNetworkThat = async (trouble: Trouble, ...names: RequestName[]) => {
  let intercepted = new Set(names)
  const device = await runEngine({
    trouble: (name) => (intercepted.has(name) ? trouble : undefined),
  })
  const { objectStore } = device
  return {
    ...device,
    bodies: () => objectStore.count('sendPart') + objectStore.count('put'),
    intercept: (...others: RequestName[]) => {
      intercepted = new Set(others)
    },
  }
}
const everything = ['create', 'sendPart', 'listParts', 'complete', 'listObjects', 'put', 'head'] as const

test.each([
  ['every part', 5],
  ['every part', 2],
  ['every part', 400],
])(
  'a network that answers %s of %d costs at most twice the file before the upload rests',
  async (_, parts) => {
    const { add, advance, bodies, objectStore, findStatus } = await behindNetwork('sendPart')
    await add(createEmptyFile('match.mp4', parts * defaultPartSize))
    await advance(20_000)
    expect(findStatus()).toEqual(coolingDown)
    expect(bodies()).toBeLessThanOrEqual(Math.min(8, 2 * parts))
    expect(objectStore.count('abort')).toBe(0)
  },
)

test('a network that answers a small file in one request costs at most twice the file', async () => {
  const { add, advance, bodies, findStatus } = await behindNetwork('put')
  await add(createFile('match.jpg', 0, 9))
  await advance(20_000)
  expect(findStatus()).toEqual(coolingDown)
  expect(bodies()).toBe(2)
})

// A middlebox that intercepts a browser's request sends no CORS headers, or just closes the connection.
test.each([
  ['sendPart', createFile('match.mp4', 5), 8],
  ['put', createFile('match.jpg', 0, 9), 2],
] as const)(
  'a network that takes each whole %s and hides the answer costs at most twice the file, and is retried',
  async (name, file, most) => {
    const { add, advance, bodies, intercept, findStatus } = await behindNetworkThat(
      { kind: 'unreachable', isBodySent: true },
      name,
    )
    await add(file)
    await advance(20_000)
    expect(findStatus()).toEqual(coolingDown)
    expect(bodies()).toBeLessThanOrEqual(most)
    intercept()
    await advance(2 * minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
  },
)

test('all uploads rest together: many files send at most three bodies more than one file', async () => {
  const { add, advance, bodies, findStatus } = await behindNetwork('put')
  await add(...Array.from({ length: 40 }, (_, index) => createFile(`${index}.jpg`, 0, 9)))
  await advance(20_000)
  expect(findStatus()).toEqual(coolingDown)
  expect(bodies()).toBeLessThanOrEqual(8 + 3)
})

test('retries a resting upload less and less often, with one part each time', async () => {
  const { add, advance, bodies, objectStore } = await behindNetwork('sendPart')
  await add(createFile('match.mp4', 5))
  await advance(20_000)
  const before = bodies()
  const asked = objectStore.count('listParts')
  await advance(5 * minute)
  const early = bodies() - before
  expect(early).toBeGreaterThan(0)
  expect(objectStore.count('listParts') - asked).toBe(early)
  await advance(24 * hour)
  expect(bodies() - before - early).toBeLessThanOrEqual(60)
})

test('sends a small request first, and no part while something else answers that', async () => {
  const { add, advance, bodies, engine, intercept, findStatus } = await behindNetwork('sendPart')
  await add(createFile('match.mp4', 5))
  await advance(20_000)
  intercept(...everything)
  const before = bodies()
  await engine.tryAgain()
  await advance(minute)
  expect(findStatus()).toEqual(coolingDown)
  expect(bodies()).toBe(before)
})

test('looks for a small file before it is sent again, because it may be stored', async () => {
  const { add, advance, bodies, engine, intercept, objectStore, findStatus } = await behindNetwork('put')
  await add(createFile('match.jpg', 0, 9))
  await advance(20_000)
  intercept(...everything)
  await engine.tryAgain()
  await advance(minute)
  expect(bodies()).toBe(2)
  objectStore.objects.set(storedKey('match.jpg'), { size: 9, madeBy: 'task-1' })
  intercept()
  await engine.tryAgain()
  await advance(1000)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect(bodies()).toBe(2)
})

test('sends one part to find out whether the store is back, then uses all four places again', async () => {
  const { add, advance, engine, intercept, objectStore, findStatus } = await behindNetwork('sendPart')
  await add(createFile('match.mp4', 9))
  await advance(20_000)
  intercept()
  const inFlight: number[] = []
  await engine.tryAgain()
  for (let step = 0; step < 40; step++) {
    await advance(1)
    inFlight.push(objectStore.inFlight())
  }
  const busy = inFlight.filter((parts) => parts > 0)
  expect(busy[0]).toBe(1)
  expect(busy).toContain(4)
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect(objectStore.violations).toEqual([])
})

test.each<[string, (device: Awaited<ReturnType<typeof behindNetwork>>) => Promise<unknown>]>([
  ['time passes', ({ advance }) => advance(hour)],
  ['the page is shown, or the browser is online', ({ engine }) => engine.tryAgain()],
  ['the coach tries again', ({ engine }) => engine.command(['task-2'], 'resume')],
  ['the coach chooses another file', ({ add }) => add(createFile('c.jpg', 0, 3))],
  ['the coach signs out and in', ({ engine }) => engine.session(undefined).then(() => engine.session('ana'))],
])('every upload continues when %s', async (_, happens) => {
  const device = await behindNetwork(...everything)
  await device.add(createFile('a.mp4', 3), createFile('b.jpg', 0, 9))
  // Between two tries.
  await device.advance(100_000)
  device.intercept()
  await happens(device)
  await device.advance(minute)
  expect([device.findStatus('task-1'), device.findStatus('task-2')]).toEqual([
    { state: 'COMPLETED' },
    { state: 'COMPLETED' },
  ])
  expect(device.warnings).not.toContain('This command is not possible for the upload now')
})

test('does not repeat a part that is always answered more and more often while other parts are stored', async () => {
  const { add, advance, objectStore } = await runEngine({
    trouble: (name, { number }) =>
      name === 'sendPart' && number === 3 ? { kind: 'foreign-answer' } : undefined,
  })
  await add(createFile('match.mp4', 9))
  for (let index = 0; index < 24; index++) {
    await add(createFile(`${index}.jpg`, 0, index + 1))
    await advance(hour)
  }
  expect(objectStore.requests.filter(({ number }) => number === 3).length).toBeLessThanOrEqual(120)
})

test('does not resume an upload that the coach paused', async () => {
  const { add, advance, engine, intercept, findStatus } = await behindNetwork('sendPart')
  await add(createFile('match.mp4', 5))
  await advance(20_000)
  await engine.command(['task-1'], 'pause')
  intercept()
  await advance(2 * hour)
  expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'you' } })
})

test('retries a resting upload at the next start of the app', async () => {
  const file = createFile('match.mp4', 5)
  const { add, advance, begin, intercept, findStatus } = await behindNetwork('sendPart')
  await add(file)
  await advance(20_000)
  intercept()
  await (await begin()).load(new Map([['task-1', file]]))
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
})

test('lets only its own upload rest for a body that was lost after another one was kept', () => {
  const { clock } = createVirtualClock()
  const circuitBreaker = createCircuitBreaker({ clock, random: () => 0.5 })
  circuitBreaker.reportStored('good')
  circuitBreaker.reportFailure('bad', 0)
  expect(circuitBreaker.getState('bad')).toBe('open')
  expect(circuitBreaker.getState('good')).toBe('closed')
  circuitBreaker.reportFailure('other', 1)
  expect(circuitBreaker.getState('good')).toBe('open')
})

test('rests for at least half a minute, because the next body would be lost too', () => {
  const cooldowns: number[] = []
  const sleep = async (ms: number) => {
    cooldowns.push(ms)
    return new Promise<never>(() => undefined)
  }
  const breaker = createCircuitBreaker({ clock: { elapsed: () => 0, sleep }, random: () => 0 })
  breaker.reportFailure(undefined, 0)
  expect(cooldowns).toEqual([30_000])
})
