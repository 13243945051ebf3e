import { expect, test } from 'vitest'
import { answerOf, createDatabase } from '../platform/database.ts'
import { createIndexedDbStore } from './indexed-db-store.ts'
import { outboxStoreContract } from './outbox-store.contract.ts'

const open = () => createIndexedDbStore(createDatabase(indexedDB))

const create = async () => {
  await new Promise((resolve) => {
    // Closes the connections of earlier tests by itself: each hears `versionchange`.
    indexedDB.deleteDatabase('breaking-barriers').addEventListener('success', resolve)
  })
  return open()
}

outboxStoreContract('IndexedDB', { create, open })

test('a row of an older or newer version is read as far as it goes', async () => {
  await create()
  const database = createDatabase(indexedDB)
  await database.write(['outbox'], async (transaction) => {
    await answerOf(
      transaction.objectStore('outbox').put({ key: 'old', customer: 'coach-a', schemaVersion: 99 }),
    )
  })
  const { entries } = await open().read('coach-a')
  expect(entries).toMatchObject([{ key: 'old', state: { is: 'needs-you', reason: { code: 'unreadable' } } }])
})
