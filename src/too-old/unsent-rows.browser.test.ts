import { expect, test } from 'vitest'
import { createIndexedDbStore } from '../outbox/store/indexed-db-store.ts'
import { draft } from '../outbox/testing/draft.ts'
import { createDatabase } from '../platform/storage/database.ts'
import { byCustomer, unsentRows } from './unsent-rows.ts'

/** Databases of their own: other tests have run the app in this browser. */
const factoryOf = (prefix: string): Pick<IDBFactory, 'open'> => ({
  open: (name, version) => indexedDB.open(`${prefix}-${name}`, version),
})

test('where the app has never run nothing waits, and nothing is created', async () => {
  expect(await unsentRows(factoryOf('never-run'))).toEqual([])
  const names = (await indexedDB.databases()).map(({ name }) => name)
  expect(names.filter((name) => name?.startsWith('never-run'))).toEqual([])
})

test('what the app stored is found as it is, by customer', async () => {
  const factory = factoryOf('some-wait')
  const store = createIndexedDbStore(createDatabase(factory))
  await store.capture(draft('one', { customer: 'ana' }))
  await store.capture(draft('two', { customer: 'ben' }))
  await store.capture(draft('three', { customer: 'ana' }))
  const rows = byCustomer(await unsentRows(factory))
  expect([...rows.keys()].sort()).toEqual(['ana', 'ben'])
  expect(rows.get('ana')).toMatchObject([{ key: 'one' }, { key: 'three' }])
})
