import { expect, test } from 'vitest'
import { createDatabase, resultOf } from '../platform/storage/database.ts'
import { createDeviceId, createReplaceDevice } from './device-id.ts'

const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const database = createDatabase(indexedDB)
const inCounters = <T>(work: (counters: IDBObjectStore) => IDBRequest<T>) =>
  database.write(['counters'], (transaction) => resultOf(work(transaction.objectStore('counters'))))

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
      randomId: () => idOf((disk.made += 1)),
    })
  return { disk, open }
}

test('it is made once, whoever asks at the same moment, in whichever tab', async () => {
  const { open } = install()
  const [tab, other] = [open(), open()]
  const ids = await Promise.all([tab(), tab(), other(), other(), tab()])
  expect(new Set(ids).size).toBe(1)
  expect(await open()()).toBe(ids[0])
})

test('the one of an older version stays, an invalid one is replaced', async () => {
  const { disk, open } = install(idOf(7))
  expect(await open()()).toBe(idOf(7))
  expect(disk.earlier).toBeUndefined()
  await inCounters((counters) => counters.put('<broken>', 'device'))
  expect(await open()()).toBe(idOf(1))
})

test('where that database cannot be opened, there is an id all the same', async () => {
  const { disk, open } = install(idOf(7))
  disk.isOut = true
  expect(await open()()).toBe(idOf(1))
})

test('a device whose numbers are lost is another one, in a tab that is open as well', async () => {
  const { open } = install(idOf(7))
  const device = open()
  expect(await device()).toBe(idOf(7))
  await inCounters((counters) => counters.clear())
  expect(await device()).toBe(idOf(1))
})

test('under another id the numbers begin anew, once for all tabs that are told so', async () => {
  const { open } = install(idOf(7))
  const device = open()
  await device()
  await inCounters((counters) => counters.put(12, 'sequence'))
  const replace = createReplaceDevice({ database })
  await Promise.all([replace({ from: idOf(7), to: idOf(8) }), replace({ from: idOf(7), to: idOf(9) })])
  expect(await device()).toBe(idOf(8))
  expect(await inCounters((counters) => counters.get('sequence'))).toBeUndefined()
})

test('what an older version noted stays about the numbers of the id of then', async () => {
  const { open } = install(idOf(7))
  const device = open()
  await device()
  const inJournal = (work: (journal: IDBObjectStore) => IDBRequest) =>
    database.write(['journal'], (transaction) => resultOf<unknown>(work(transaction.objectStore('journal'))))
  // Other tests write into the same journal.
  const [older, newer] = [900_001, 900_002]
  await inJournal((journal) => journal.put({ id: older, seq: 3 }))
  await inJournal((journal) => journal.put({ id: newer, seq: 4, device: idOf(6) }))
  await createReplaceDevice({ database })({ from: idOf(7), to: idOf(8) })
  const rowOf = (id: number) => inJournal((journal) => journal.get(id))
  expect(await rowOf(older)).toEqual({ id: older, seq: 3, device: idOf(7) })
  expect(await rowOf(newer)).toEqual({ id: newer, seq: 4, device: idOf(6) })
})
