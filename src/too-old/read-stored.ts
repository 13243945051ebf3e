type Place = { database: string; store: string }

/**
 * What a request finds in a store of the app; undefined where the app has never run, and nothing comes to be by asking. Rejects
 * where the storage cannot be read.
 */
export const readStored = <T>(
  factory: Pick<IDBFactory, 'open'>,
  { database, store }: Place,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const opening = factory.open(database)
    opening.addEventListener('error', () => reject(opening.error ?? new Error('The storage cannot be read')))
    // Nothing was ever stored here, and this page is not the one to begin.
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
