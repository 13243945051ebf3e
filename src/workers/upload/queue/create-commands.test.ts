import { expect, test } from 'vitest'
import { createFile, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000

/** An upload that was cancelled and removed from the list while the store was out of reach. */
const dismissOffline = async () => {
  const device = await runEngine({ latency: () => 100 })
  const { add, advance, engine, objectStore } = device
  await add(createFile('match.mp4', 9))
  await advance(350)
  objectStore.network.up = false
  await advance(1000)
  await engine.command(['task-1'], 'cancel')
  await engine.dismiss(['task-1'])
  await advance(1000)
  return device
}

test('aborts a cancelled upload later that left the list while the store was out of reach', async () => {
  const { advance, changes, objectStore, rows, tasks } = await dismissOffline()
  expect(tasks.size).toBe(0)
  const told = changes.length
  objectStore.network.up = true
  await advance(minute)
  expect(objectStore.uploads.size).toBe(0)
  expect(rows.size).toBe(0)
  expect(changes.slice(told).flatMap((change) => change.tasks)).toEqual([])
})

test('a cancelled upload that left the list does not return after a restart', async () => {
  const { advance, begin, objectStore, rows, tasks } = await dismissOffline()
  expect(rows.size).toBe(1)
  const next = await begin()
  await next.load()
  expect(tasks.size).toBe(0)
  objectStore.network.up = true
  await advance(minute)
  expect(objectStore.uploads.size).toBe(0)
  expect(rows.size).toBe(0)
})

test('a cancelled file that is chosen again keeps its own name', async () => {
  const { add, advance, engine, objectStore } = await runEngine({ latency: () => 100 })
  await add(createFile('match.mp4', 3))
  await advance(350)
  await engine.command(['task-1'], 'cancel')
  await advance(minute)
  await add(createFile('match.mp4', 3))
  await advance(minute)
  expect([...objectStore.objects.keys()]).toEqual([storedKey('match.mp4')])
})

test('a file that is chosen again before its cancelled upload is cleaned up gets its own key', async () => {
  const { add, advance, objectStore } = await dismissOffline()
  await add(createFile('match.mp4', 3))
  objectStore.network.up = true
  await advance(minute)
  expect([...objectStore.objects.keys()]).toEqual([storedKey('match (2).mp4')])
})
