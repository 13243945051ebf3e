import { expect, test } from 'vitest'
import { fail } from '../../../lib/result.ts'
import { createFile, runEngine } from '../testing/running-engine.ts'
import { defaultPartSize } from '../../../uploads/plan-parts.ts'
import type { SendOptions } from '../transport/object-transport.ts'
import { createProgress } from './progress.ts'

const MB = 1_000_000

test('subtracts the bytes of a failed part, but not acknowledged ones', () => {
  const progress = createProgress({ elapsed: () => 0 })
  progress.reset(0)
  progress.setSent(1, 3 * MB)
  progress.setSent(2, 2 * MB)
  expect(progress.getSentBytes()).toBe(5 * MB)
  progress.acknowledge(1, 5 * MB)
  progress.dropPart(2)
  expect(progress.getSentBytes()).toBe(5 * MB)
})

test.each([
  ['a moment', 1000],
  ['an hour', 3_600_000],
])('the speed excludes paused time, %s, and what the server had before', (_, pause) => {
  let time = 0
  const progress = createProgress({ elapsed: () => time })
  progress.reset(0)
  time = 1000
  progress.acknowledge(1, MB)
  time += pause
  progress.reset(500 * MB)
  expect(progress.getSpeed()).toBeUndefined()
  for (let second = 1; second <= 4; second++) {
    time += 1000
    progress.acknowledge(second, 2 * MB)
  }
  expect(progress.getSpeed()).toBe(2 * MB)
  expect(progress.getSentBytes()).toBe(508 * MB)
})

test('the speed follows the last seconds', () => {
  let time = 0
  const progress = createProgress({ elapsed: () => time })
  progress.reset(0)
  for (let second = 1; second <= 20; second++) {
    time = second * 1000
    progress.acknowledge(second, second <= 10 ? 10 * MB : MB)
  }
  expect(progress.getSpeed()).toBeCloseTo(MB, -5)
})

test('shows no speed while nothing moves, and excludes that time afterwards', () => {
  let time = 0
  const progress = createProgress({ elapsed: () => time })
  progress.reset(0)
  for (let second = 1; second <= 4; second++) {
    time = second * 1000
    progress.acknowledge(second, 2 * MB)
  }
  time += 9999
  expect(progress.getSpeed()).toBe(2 * MB)
  time += 1
  expect(progress.getSpeed()).toBeUndefined()
  time += 1_800_000
  for (let second = 1; second <= 3; second++) {
    time += 1000
    progress.acknowledge(4 + second, MB)
  }
  expect(progress.getSpeed()).toBe(MB)
})

test.each([
  ['four parts on the way', createFile('match.mp4', 12), 4 * defaultPartSize],
  ['a small file', createFile('note.txt', 0, 9), 9],
])('of %s reports no more bytes than they hold, even when a browser counts more', async (_, file, most) => {
  const { add, advance, clock, objectStore, tasks } = await runEngine()
  const send = async ({ body }: { body: Blob }, { onProgress, signal }: SendOptions) => {
    onProgress?.(2 * body.size)
    await clock.sleep(60_000, signal)
    return fail({ kind: 'aborted' } as const)
  }
  Object.assign(objectStore.transport, { sendPart: send, put: send })
  await add(file)
  await advance(1000)
  expect(tasks.get('task-1')?.sentBytes).toBe(most)
})

test('a resumed upload shows what the store has at once, without counting it as speed', async () => {
  const { add, advance, changes, engine, tasks } = await runEngine({ latency: () => 1000 })
  await add(createFile('match.mp4', 40))
  while ((tasks.get('task-1')?.sentBytes ?? 0) < 20 * defaultPartSize) await advance(500)
  await engine.command(['task-1'], 'pause')
  await advance(60_000)
  const stored = tasks.get('task-1')?.sentBytes ?? 0
  changes.length = 0
  await engine.command(['task-1'], 'resume')
  await advance(6000)
  const sending = changes.flatMap((change) => change.tasks).filter(({ phase }) => phase === 'sending')
  expect(Math.min(...sending.map(({ sentBytes }) => sentBytes))).toBeGreaterThanOrEqual(
    stored - 4 * defaultPartSize,
  )
  const speeds = sending.flatMap(({ speed }) => speed ?? [])
  expect(speeds.length).toBeGreaterThan(0)
  // Four parts are under way per second; half of each counts when it leaves.
  expect(Math.max(...speeds)).toBeLessThanOrEqual(8 * defaultPartSize)
})
