import { retry, type RetryPolicy } from '../../lib/async/retry.ts'
import { sleep } from '../../lib/async/sleep.ts'
import { fail, ok } from '../../lib/result.ts'
import { createHostedSession } from '../hosted-session.ts'
import { awaitCompletion } from './database.ts'
import { openDatabase } from './open-database.ts'

/** Retries for half a minute in total, which is long enough for copying a file of some GB. */
const removalRetry: RetryPolicy<unknown> = { attempts: 121, pause: 250, shouldRetry: () => true }

type Databases = Pick<IDBFactory, 'open'> & Partial<Pick<IDBFactory, 'databases'>>

/** The databases to erase if the browser cannot list them, for example Firefox before 126. */
const appDatabases = ['', '-session', '-device', '-queries', '-drafts', '-health'].map(
  (suffix) => `breaking-barriers${suffix}`,
)

const listDatabaseNames = async (factory: Databases): Promise<string[]> => {
  // oxlint-disable-next-line eslint/no-restricted-properties -- called only if it exists
  const infos = await factory.databases?.()
  return infos ? infos.flatMap(({ name }) => name ?? []) : appDatabases
}

/**
 * The parts of a page's global scope that store data. `navigator.storage` has the copies of uploaded files.
 */
export type DeviceStorage = {
  indexedDB: Databases
  caches?: CacheStorage
  localStorage: Storage
  sessionStorage: Storage
  navigator: {
    storage?: Pick<StorageManager, 'getDirectory'>
  }
}

/**
 * Empties a database. Deleting the database would wait until every tab and worker has closed it, which may
 * happen only when they end.
 */
const emptyDatabase = async (databases: Databases, name: string): Promise<void> => {
  let isNew = false
  const openExisting = () => {
    const request = databases.open(name)
    request.addEventListener('upgradeneeded', () => {
      isNew = true
      request.transaction?.abort()
    })
    return request
  }
  const database = await openDatabase(openExisting).catch((error: unknown) => {
    // The database did not exist, and aborting the upgrade does not create it.
    if (isNew) return undefined
    throw error
  })
  if (!database) return
  const stores = [...database.objectStoreNames]
  if (stores.length > 0) {
    const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
    for (const store of stores) transaction.objectStore(store).clear()
    await awaitCompletion(transaction)
  }
  database.close()
}

/** Removes a file or folder. A file that is being written cannot be removed, so this retries. */
const removeEntry = async (folder: FileSystemDirectoryHandle, name: string): Promise<void> => {
  const remove = () => folder.removeEntry(name, { recursive: true }).then(ok, fail<unknown>)
  const result = await retry(remove, removalRetry, sleep)
  if (!result.ok) throw result.error
}

/** Empties the origin private file system. */
const emptyFiles = async (storage: Pick<StorageManager, 'getDirectory'>): Promise<void> => {
  const folder = await storage.getDirectory()
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  await Promise.all(names.map((name) => removeEntry(folder, name)))
}

/**
 * Deletes everything that this site stores on the device, except the app itself: without the caches of the
 * app and its service worker, the browser would show its own error page if the connection is lost meanwhile.
 * It also keeps the record of a session on a hosted page, so that the sign-in screen can end that session.
 */
export const eraseDevice = async (
  page: DeviceStorage,
  isAppCache: (cacheName: string) => boolean,
): Promise<void> => {
  const { indexedDB, caches, localStorage, sessionStorage } = page
  const { storage } = page.navigator
  const databaseNames = await listDatabaseNames(indexedDB)
  await Promise.all(databaseNames.map((name) => emptyDatabase(indexedDB, name)))
  const hostedSession = createHostedSession(page)
  const hostedLocale = hostedSession.read()
  localStorage.clear()
  hostedSession.write(hostedLocale)
  sessionStorage.clear()
  if (storage) await emptyFiles(storage)
  const cacheNames = (await caches?.keys()) ?? []
  await Promise.all(cacheNames.map(async (name) => isAppCache(name) || caches?.delete(name)))
}
