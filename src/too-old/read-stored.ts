type Place = { database: string; store: string }

/**
 * Reads from a store of the app; undefined if the app has never run here, in which case nothing is created.
 * Rejects if the storage cannot be read.
 */
export const readStored = <T>(
  factory: Pick<IDBFactory, 'open'>,
  { database, store }: Place,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const opening = factory.open(database)
    opening.addEventListener('error', () => reject(opening.error ?? new Error('The storage cannot be read')))
    // The database does not exist, and this page must not create it.
    opening.addEventListener('upgradeneeded', () => {
      opening.transaction?.abort()
      resolve(undefined)
    })
    opening.addEventListener('success', () => {
      const opened = opening.result
      if (!opened.objectStoreNames.contains(store)) {
        opened.close()
        return resolve(undefined)
      }
      const reading = request(opened.transaction(store).objectStore(store))
      reading.addEventListener('error', () =>
        reject(reading.error ?? new Error('The storage cannot be read')),
      )
      reading.addEventListener('success', () => {
        opened.close()
        resolve(reading.result)
      })
    })
  })
