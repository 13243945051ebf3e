import { sleep } from '../../lib/sleep.ts'
import { finished } from './database.ts'
import { openDatabase } from './open-database.ts'

/** ms, and how often: together half a minute, in which a copy of some GB ends */
const retryAfter = 250
const maximumTries = 120

type Databases = Pick<IDBFactory, 'open'> & Partial<Pick<IDBFactory, 'databases'>>

/** Where the browser does not list them, as Firefox before 126. */
const ownDatabases = ['', '-session', '-device', '-queries', '-drafts', '-health'].map(
  (end) => `breaking-barriers${end}`,
)

const databasesIn = async (factory: Databases): Promise<string[]> => {
  // oxlint-disable-next-line eslint/no-restricted-properties -- asked whether it is there
  const listed = await factory.databases?.()
  return listed ? listed.flatMap(({ name }) => name ?? []) : ownDatabases
}

/** The part of a page's global scope that stores something for this origin; `navigator.storage` has copies of files. */
export type DeviceStorage = {
  indexedDB: Databases
  caches?: CacheStorage
  localStorage: Storage
  sessionStorage: Storage
  navigator: {
    storage?: Pick<StorageManager, 'getDirectory'>
    serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistrations'>
  }
}

/**
 * Empties a database instead of deleting it: a deletion waits until every tab and worker has closed it, and they only
 * do when they end.
 */
const empty = async (databases: Databases, name: string): Promise<void> => {
  let isNew = false
  const openExisting = () => {
    const opening = databases.open(name)
    opening.addEventListener('upgradeneeded', () => {
      isNew = true
      opening.transaction?.abort()
    })
    return opening
  }
  const database = await openDatabase(openExisting).catch((error: unknown) => {
    // It was not there, and does not come to be by this.
    if (isNew) return undefined
    throw error
  })
  if (!database) return
  const stores = [...database.objectStoreNames]
  if (stores.length > 0) {
    const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
    for (const store of stores) transaction.objectStore(store).clear()
    await finished(transaction)
  }
  database.close()
}

/** A file that is being written cannot be deleted: it is tried again until its writer has come to its end. */
const removeEntry = async (folder: FileSystemDirectoryHandle, name: string): Promise<void> => {
  for (let tries = 0; ; tries++) {
    try {
      return await folder.removeEntry(name, { recursive: true })
    } catch (error) {
      if (tries === maximumTries) throw error
      await sleep(retryAfter)
    }
  }
}

const emptyFiles = async (files: Pick<StorageManager, 'getDirectory'>): Promise<void> => {
  const folder = await files.getDirectory()
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  await Promise.all(names.map((name) => removeEntry(folder, name)))
}

/** Deletes what this site stores on the device, the app itself included: the next visit begins like the first. */
export const eraseDevice = async (page: DeviceStorage): Promise<void> => {
  const { indexedDB, caches, localStorage, sessionStorage } = page
  const { storage, serviceWorker } = page.navigator
  const names = await databasesIn(indexedDB)
  await Promise.all(names.map((name) => empty(indexedDB, name)))
  localStorage.clear()
  sessionStorage.clear()
  if (storage) await emptyFiles(storage)
  if (caches) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  const registrations = (await serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
}
