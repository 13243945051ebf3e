import { beforeEach, expect, test } from 'vitest'
import type { Draft } from '../outbox/store/outbox-store.ts'
import { createIndexedDbStore } from '../outbox/store/indexed-db-store.ts'
import { createDatabase } from '../platform/storage/database.ts'
import { createEntry } from './testing/device-state.ts'
import { createIndexedDbSyncLog } from './indexed-db-sync-log.ts'

const { seq: _given, ...draft } = createEntry(0)
const captured = (key: string, customer = draft.customer): Draft => ({ ...draft, key, customer })

// Deleted instead of emptied, because a new device numbers its rows from 1.
beforeEach(
  () =>
    new Promise((resolve) => {
      indexedDB.deleteDatabase('breaking-barriers').addEventListener('success', resolve)
    }),
)

test('reads the sync log and the outbox in one transaction, and stores each customer’s position', async () => {
  const database = createDatabase(indexedDB)
  const [outbox, log] = [createIndexedDbStore(database), createIndexedDbSyncLog(database)]
  expect(await log.read('coach-a')).toEqual({
    entries: [],
    journal: [],
    highest: 0,
    reported: { row: 0, at: 0 },
    uploads: [],
  })

  await outbox.capture(captured('a'))
  await outbox.capture(captured('b'))
  await outbox.update('a', () => ({ note: { at: 5, happened: 'removed' } }))
  await log.saveReported('coach-a', { row: 2, at: 7 })

  const state = await log.read('coach-a')
  expect(state).toMatchObject({ highest: 2, entries: [{ key: 'b', seq: 2 }], reported: { row: 2, at: 7 } })
  expect(state.journal.map(({ id, seq, happened }) => [id, seq, happened])).toEqual([
    [1, 1, 'captured'],
    [2, 2, 'captured'],
    [3, 1, 'removed'],
  ])
  expect((await log.read('coach-b')).reported).toEqual({ row: 0, at: 0 })
})

test('deletes what was reported of a coach who has signed out, and keeps unreported rows and waiting entries', async () => {
  const database = createDatabase(indexedDB)
  const [outbox, log] = [createIndexedDbStore(database), createIndexedDbSyncLog(database)]
  const deliver = (key: string) => outbox.update(key, () => ({ note: { at: 5, happened: 'delivered' } }))
  await outbox.capture(captured('waits'))
  await outbox.capture(captured('arrived'))
  await outbox.capture(captured('of-b', 'coach-b'))
  await deliver('arrived')
  await deliver('of-b')
  await log.saveReported('coach-a', { row: 5, at: 7 })
  await log.saveReported('coach-b', { row: 5, at: 7 })
  await outbox.capture(captured('late'))
  await deliver('late')

  await log.forgetOthers('coach-b')
  const keys = async () => (await log.read('coach-b')).journal.map(({ key, happened }) => [key, happened])
  expect(await keys()).toEqual([
    ['waits', 'captured'],
    ['of-b', 'captured'],
    ['of-b', 'delivered'],
    ['late', 'captured'],
    ['late', 'delivered'],
  ])
  expect((await log.read('coach-b')).reported).toEqual({ row: 5, at: 7 })
  expect((await log.read('coach-a')).reported).toEqual({ row: 0, at: 0 })

  await log.saveReported('coach-a', { row: 7, at: 9 })
  await log.forgetOthers(undefined)
  expect(await keys()).toEqual([['waits', 'captured']])
  expect(await log.read('coach-a')).toMatchObject({ highest: 4, reported: { row: 0 } })
})
