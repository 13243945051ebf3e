/** ms; Safari can leave the first opening of a page without any response: the next one gets its own */
const timeout = 5000

/** The database of an opening; rejects where that is refused, or has no response in time. Upgrades are the caller's matter. */
export const openDatabase = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // One that opens after all must not stand in the way of a deletion.
      request.addEventListener('success', () => request.result.close())
      reject(new Error('IndexedDB did not respond.'))
    }, timeout)
    request.addEventListener('success', () => {
      clearTimeout(timer)
      resolve(request.result)
    })
    request.addEventListener('error', () => {
      clearTimeout(timer)
      reject(request.error ?? new Error('IndexedDB cannot be opened.'))
    })
  })

/** The open handle of a database: opened when it is first needed, and again after it was closed or forgotten. */
export const createConnection = (open: () => Promise<IDBDatabase>) => {
  let opened: Promise<IDBDatabase> | undefined
  const lost = new Set<() => void>()
  const forget = () => {
    opened = undefined
  }
  return {
    forget,
    /** Calls back when the browser closed the database, which it does when its storage is cleared. */
    onLost: (listener: () => void): void => void lost.add(listener),
    get: (): Promise<IDBDatabase> => {
      opened ??= open().then((database) => {
        database.addEventListener('close', () => {
          forget()
          for (const listener of lost) listener()
        })
        database.addEventListener('versionchange', () => {
          forget()
          database.close()
        })
        return database
      })
      // A failed opening is not remembered: the next call tries again.
      opened.catch(forget)
      return opened
    },
  }
}
