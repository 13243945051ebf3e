/** Everything a browser keeps for this origin. */
export type DeviceStorage = {
  databases: IDBFactory
  caches: CacheStorage | undefined
  local: Storage
  session: Storage
  workers: ServiceWorkerContainer | undefined
}

const opened = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB cannot be opened')))
  })

/**
 * Empties a database instead of deleting it: a deletion waits until every tab and worker has closed it, and they only do
 * when they end.
 */
const empty = async (databases: IDBFactory, name: string): Promise<void> => {
  const database = await opened(databases.open(name))
  const stores = [...database.objectStoreNames]
  if (stores.length > 0) {
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
      for (const store of stores) transaction.objectStore(store).clear()
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB aborted')))
    })
  }
  database.close()
}

/** Deletes what this site keeps on the device, the app itself included: the next visit begins like the first. */
export const eraseDevice = async (storage: DeviceStorage): Promise<void> => {
  const { databases, caches, local, session, workers } = storage
  const names = (await databases.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]))
  await Promise.all(names.map((name) => empty(databases, name)))
  local.clear()
  session.clear()
  if (caches) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  const registrations = (await workers?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
}
