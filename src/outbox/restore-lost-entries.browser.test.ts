import { cdp } from 'vitest/browser'
import { expect, test } from 'vitest'
import { sleep } from '../lib/async/sleep.ts'
import { createDatabase } from '../platform/storage/database.ts'
import type { Entry } from './entry/entry.ts'
import { createIndexedDbStore } from './store/indexed-db-store.ts'
import { draft } from './testing/draft.ts'
import { createRestoreLostEntries } from './restore-lost-entries.ts'

/** A Chromium API that the types of Vitest do not describe. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const devTools = cdp() as unknown as { send: (method: string, parameters: object) => Promise<unknown> }

const deleteDatabase = () =>
  new Promise<void>((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase('breaking-barriers')
    deletion.addEventListener('success', () => resolve())
    deletion.addEventListener('blocked', () => reject(new Error('A page keeps the database open.')))
  })

const clearStorage = () =>
  devTools.send('Storage.clearDataForOrigin', { origin: location.origin, storageTypes: 'indexeddb' })

test.each([
  ['a storage that is cleared', clearStorage],
  ['a database that is deleted', deleteDatabase],
])('%s under an open page gets the entries back that the page shows', async (_, lose) => {
  const database = createDatabase(indexedDB)
  const store = createIndexedDbStore(database)
  const entries: Entry[] = []
  let shown = entries
  for (const key of ['one', 'two', 'three']) entries.push(await store.capture(draft(key)))
  const restoreLostEntries = createRestoreLostEntries(
    { store, now: () => 1, wait: sleep, log: console },
    () => shown,
  )
  const written = Promise.withResolvers<boolean>()
  database.onLost(() => {
    void restoreLostEntries().then(written.resolve)
    // The screen may be read again before anything is restored.
    shown = []
  })

  await lose()
  expect(await written.promise).toBe(true)
  const left = await createIndexedDbStore(createDatabase(indexedDB)).read()
  expect(left.entries.map(({ key }) => key)).toEqual(['one', 'two', 'three'])
  expect(left.entries).toEqual(entries)
  // A new capture gets a new device id and is sent after the older entries.
  expect(await store.capture(draft('four', { device: 'another' }))).toMatchObject({
    device: 'another',
    seq: 1,
  })
  expect((await store.read()).entries.map(({ key }) => key)).toEqual(['one', 'two', 'three', 'four'])
})
