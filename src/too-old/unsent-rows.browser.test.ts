import { expect, test } from 'vitest'
import { createIndexedDbStore } from '../outbox/store/indexed-db-store.ts'
import { draft } from '../outbox/testing/draft.ts'
import { createDatabase, awaitResult } from '../platform/storage/database.ts'
import { hasUploads, readUnsentRows } from './stored-work.ts'

/** Prefixes the databases, because other tests have run the app in this browser. */
const createFactory = (prefix: string): Pick<IDBFactory, 'open'> => ({
  open: (name, version) => indexedDB.open(`${prefix}-${name}`, version),
})

test('finds nothing and creates nothing when the app has never run', async () => {
  expect(await readUnsentRows(createFactory('never-run'))).toEqual([])
  const names = (await indexedDB.databases()).map(({ name }) => name)
  expect(names.filter((name) => name?.startsWith('never-run'))).toEqual([])
})

test('finds the stored rows unchanged, with their customer', async () => {
  const factory = createFactory('some-wait')
  const store = createIndexedDbStore(createDatabase(factory))
  await store.capture(draft('one', { customer: 'ana' }))
  await store.capture(draft('two', { customer: 'ben' }))
  await store.capture(draft('three', { customer: 'ana' }))
  const rows = await readUnsentRows(factory)
  expect(rows).toHaveLength(3)
  expect(rows.filter(({ customer }) => customer === 'ana')).toMatchObject([{ key: 'one' }, { key: 'three' }])
})

test('finds waiting files, and creates nothing by looking', async () => {
  expect(await hasUploads(createFactory('never-run-either'))).toBe(false)
  const factory = createFactory('files-wait')
  const database = createDatabase(factory)
  await database.read(['uploads'], async () => undefined)
  expect(await hasUploads(factory)).toBe(false)
  await database.write(['uploads'], (transaction) =>
    awaitResult(transaction.objectStore('uploads').put({ id: 'one', customer: 'ana' })),
  )
  expect(await hasUploads(factory)).toBe(true)
})
