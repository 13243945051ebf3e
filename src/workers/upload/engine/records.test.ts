import { expect, test } from 'vitest'
import { createMemoryStore, fileOf, runEngine } from '../testing/running-engine.ts'

const minute = 60_000
const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))

test('with a broken database the upload works, and the person is told that it will not survive', async () => {
  const { add, advance, changes, statusOf } = await runEngine({ store: { load: full, write: full } })
  await add(fileOf('match.mp4', 3))
  await advance(minute)
  expect(statusOf()).toEqual({ state: 'COMPLETED' })
  expect(changes.at(-1)?.durable).toBe(false)
})

test('a database that never answers is waited for once, told, and holds no upload up afterwards', async () => {
  const { add, advance, changes, clock, engine, objectStore } = await runEngine({
    store: {
      load: () => clock.sleep(5000).then(full),
      write: () => clock.sleep(5000).then(full),
    },
  })
  void engine.load()
  await advance(5000)
  expect(changes.at(-1)?.durable).toBe(false)
  void add(
    ...Array.from({ length: 40 }, (_, index) => fileOf(`${index}.txt`, 0, 100)),
    fileOf('match.mp4', 3),
  )
  await advance(4000)
  expect(objectStore.objects.size).toBe(41)
})

test('a database that was full for a while is told as well again', async () => {
  const store = createMemoryStore()
  let isFull = true
  const { add, advance, changes } = await runEngine({
    store: { ...store, write: (saved, removed) => (isFull ? full() : store.write(saved, removed)) },
  })
  await add(fileOf('a.mp4', 3))
  await advance(minute)
  expect(changes.at(-1)?.durable).toBe(false)
  isFull = false
  await add(fileOf('b.mp4', 3))
  await advance(minute)
  expect(changes.at(-1)?.durable).toBe(true)
})

test('what thousands of small files ask of the disk goes together', async () => {
  const store = createMemoryStore()
  let writes = 0
  const { add, advance, clock, rows } = await runEngine({
    store: {
      ...store,
      write: async (saved, removed) => {
        writes++
        await clock.sleep(20)
        return store.write(saved, removed)
      },
    },
  })
  const adding = add(...Array.from({ length: 500 }, (_, index) => fileOf(`${index}.txt`, 0, 100)))
  await advance(5 * minute)
  await adding
  expect(rows.size).toBe(0)
  expect(writes).toBeLessThan(500)
})
