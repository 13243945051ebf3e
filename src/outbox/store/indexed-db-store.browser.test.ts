import { afterEach, expect, test, vi } from 'vitest'
import { awaitResult, createDatabase } from '../../platform/storage/database.ts'
import { createIndexedDbStore } from './indexed-db-store.ts'
import { draft, receipt } from '../testing/draft.ts'
import { outboxStoreContract } from '../testing/outbox-store.contract.ts'

const open = () => createIndexedDbStore(createDatabase(indexedDB))

const create = async () => {
  await new Promise((resolve) => {
    // This also closes the connections of earlier tests: each receives `versionchange`.
    indexedDB.deleteDatabase('breaking-barriers').addEventListener('success', resolve)
  })
  return open()
}

afterEach(() => void vi.restoreAllMocks())

/** Skips ids instead of delivering. Real deliveries would take as long as all other outbox tests together. */
const passOver = (deliveries: number) =>
  createDatabase(indexedDB).write(['receipts', 'delivered'], async (transaction) => {
    for (const name of ['receipts', 'delivered']) {
      const store = transaction.objectStore(name)
      const [last] = (await awaitResult(store.getAllKeys())).slice(-1)
      const id = Number(last ?? 0) + deliveries
      // The next id is the highest id ever used plus one.
      store.put({ id })
      store.delete(id)
    }
  })

outboxStoreContract('IndexedDB', { create, open, passOver })

test('reads a row of an older or newer version as far as possible', async () => {
  await create()
  const database = createDatabase(indexedDB)
  await database.write(['outbox'], async (transaction) => {
    await awaitResult(
      transaction.objectStore('outbox').put({ key: 'old', customer: 'coach-a', schemaVersion: 99 }),
    )
  })
  const { entries } = await open().read('coach-a')
  expect(entries).toMatchObject([{ key: 'old', state: { is: 'needs-you', reason: { code: 'unreadable' } } }])
})

test('keeps the copies that it can read when a newer version of the app has stored the last one', async () => {
  const store = await create()
  const key = '00000000-0000-4000-8000-000000000061'
  await store.capture(draft(key))
  await store.update(key, () => ({ note: { at: 7, happened: 'delivered', receipt: { ...receipt, key } } }))
  await createDatabase(indexedDB).write(['delivered'], async (transaction) => {
    await awaitResult(transaction.objectStore('delivered').add({ entry: 'of a newer version' }))
  })
  expect(await open().sendAgain(() => true, 9)).toBe(1)
  expect((await open().read('coach-a')).entries).toMatchObject([{ key }])
})

/** A disk without room for another record or receipt. */
const leaveNoRoomForNotes = () =>
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })

test('removes a delivered entry from a full device, although there is no room to record it', async () => {
  const store = await create()
  await store.capture(draft('a'))
  leaveNoRoomForNotes()
  await store.update('a', () => ({ note: { at: 7, happened: 'delivered' } }))
  expect(await open().read('coach-a')).toEqual({ entries: [], deliveredAt: 7 })
})

test('removes an entry that the coach discards from a full device', async () => {
  const store = await create()
  await store.capture(draft('a'))
  leaveNoRoomForNotes()
  expect(await store.discard('coach-a', 7)).toBe(1)
  expect((await open().read('coach-a')).entries).toEqual([])
})
