import { expect, test } from 'vitest'
import { createDatabase, awaitResult } from './database.ts'
import { createDeviceId, createReplaceDevice } from './device-id.ts'

const toDeviceId = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const database = createDatabase(indexedDB)
const inCounters = <T>(work: (counters: IDBObjectStore) => IDBRequest<T>) =>
  database.write(['counters'], (transaction) => awaitResult(work(transaction.objectStore('counters'))))

/** An installation with the value that an older version of the app stored. */
const install = (earlier?: unknown) => {
  const disk = { earlier, made: 0, isOut: false }
  const open = () =>
    createDeviceId({
      database: createDatabase(indexedDB),
      earlier: {
        read: async () => {
          if (disk.isOut) throw new Error('This database cannot be opened')
          return disk.earlier
        },
        remove: async () => {
          disk.earlier = undefined
        },
      },
      randomId: () => toDeviceId((disk.made += 1)),
    })
  return { disk, open }
}

test('creates the id once, also with concurrent calls from several tabs', async () => {
  const { open } = install()
  const [tab, other] = [open(), open()]
  const ids = await Promise.all([tab(), tab(), other(), other(), tab()])
  expect(new Set(ids).size).toBe(1)
  expect(await open()()).toBe(ids[0])
})

test('keeps the id of an older version, and replaces an invalid one', async () => {
  const { disk, open } = install(toDeviceId(7))
  expect(await open()()).toBe(toDeviceId(7))
  expect(disk.earlier).toBeUndefined()
  await inCounters((counters) => counters.put('<broken>', 'device'))
  expect(await open()()).toBe(toDeviceId(1))
})

test('creates an id when the older version’s database cannot be opened', async () => {
  const { disk, open } = install(toDeviceId(7))
  disk.isOut = true
  expect(await open()()).toBe(toDeviceId(1))
})

test('creates a new id when the counters are lost, also in a tab that is already open', async () => {
  const { open } = install(toDeviceId(7))
  const device = open()
  expect(await device()).toBe(toDeviceId(7))
  await inCounters((counters) => counters.clear())
  expect(await device()).toBe(toDeviceId(1))
})

test('restarts the sequence under a new id, once for all tabs that replace it', async () => {
  const { open } = install(toDeviceId(7))
  const device = open()
  await device()
  await inCounters((counters) => counters.put(12, 'sequence'))
  const replace = createReplaceDevice({ database })
  await Promise.all([
    replace({ from: toDeviceId(7), to: toDeviceId(8) }),
    replace({ from: toDeviceId(7), to: toDeviceId(9) }),
  ])
  expect(await device()).toBe(toDeviceId(8))
  expect(await inCounters((counters) => counters.get('sequence'))).toBeUndefined()
})

test('keeps the older journal rows under the id that they were written with', async () => {
  const { open } = install(toDeviceId(7))
  const device = open()
  await device()
  const inJournal = (work: (journal: IDBObjectStore) => IDBRequest) =>
    database.write(['journal'], (transaction) =>
      awaitResult<unknown>(work(transaction.objectStore('journal'))),
    )
  // Other tests write into the same journal.
  const [older, newer] = [900_001, 900_002]
  await inJournal((journal) => journal.put({ id: older, seq: 3 }))
  await inJournal((journal) => journal.put({ id: newer, seq: 4, device: toDeviceId(6) }))
  await createReplaceDevice({ database })({ from: toDeviceId(7), to: toDeviceId(8) })
  const readRow = (id: number) => inJournal((journal) => journal.get(id))
  expect(await readRow(older)).toEqual({ id: older, seq: 3, device: toDeviceId(7) })
  expect(await readRow(newer)).toEqual({ id: newer, seq: 4, device: toDeviceId(6) })
})
