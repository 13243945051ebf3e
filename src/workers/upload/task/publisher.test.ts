import { expect, test } from 'vitest'
import { createEmptyFile, createFile, runEngine } from '../testing/running-engine.ts'

const minute = 60_000
const gibibyte = 1024 ** 3

test('updates the page at most five times a second, however many files move', async () => {
  const { add, advance, changes } = await runEngine()
  await add(...Array.from({ length: 300 }, (_, index) => createFile(`${index}.txt`, 0, 100)))
  const before = changes.length
  await advance(1000)
  expect(changes.length - before).toBeLessThanOrEqual(6)
  await advance(minute)
  expect(
    changes.flatMap(({ tasks }) => tasks).filter(({ status }) => status.state === 'COMPLETED').length,
  ).toBe(300)
})

test('publishes 500 small files and one of 20 GiB a few at a time', async () => {
  const { add, advance, changes, objectStore } = await runEngine({ latency: () => 40 })
  const small = Array.from({ length: 500 }, (_, index) => createEmptyFile(`${index}.txt`, 100))
  const adding = add(createEmptyFile('final.mp4', 20 * gibibyte), ...small)
  await advance(10 * minute)
  await adding
  expect(objectStore.objects.size).toBe(501)
  expect(objectStore.maxAtOnce()).toBeLessThanOrEqual(4)
  const told = changes.slice(1).map(({ tasks }) => tasks.length)
  // Every task once, when it is chosen; then only tasks that change.
  expect(told.filter((count) => count > 100).length).toBeLessThanOrEqual(2)
  expect(told.reduce((sum, count) => sum + count, 0)).toBeLessThan(501 * 6 + changes.length * 2)
})
