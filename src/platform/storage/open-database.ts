import { alwaysShown, type PageCache } from '../page-cache.ts'

/** ms; Safari can leave the first opening of a page without any response: another one gets its own */
const retryAfter = 5000
/** ms; a slow phone that is busy with other things needs more than `retryAfter` */
const timeout = 20_000

/**
 * The database that `open` asks for; rejects where that is refused, or has no response in time. `open` is called once more
 * when there is none for a while, and the first response counts. Upgrades are the caller's matter.
 */
export const openDatabase = (open: () => IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    let isOver = false
    const end = () => {
      isOver = true
      clearTimeout(retry)
      clearTimeout(limit)
    }
    const refuse = (error: unknown) => {
      end()
      reject(error)
    }
    const listen = (request: IDBOpenDBRequest) => {
      request.addEventListener('success', () => {
        // One that opens after all must not stand in the way of a deletion.
        if (isOver) return request.result.close()
        end()
        resolve(request.result)
      })
      request.addEventListener('error', () =>
        refuse(request.error ?? new Error('IndexedDB cannot be opened.')),
      )
    }
    const ask = () => {
      try {
        listen(open())
      } catch (error) {
        // Where the browser blocks IndexedDB, even asking throws.
        refuse(error)
      }
    }
    const retry = setTimeout(ask, retryAfter)
    const limit = setTimeout(() => refuse(new Error('IndexedDB did not respond.')), timeout)
    ask()
  })

/** Undoes a transaction; returns whether there was still something to undo. */
export const abort = (transaction: IDBTransaction): boolean => {
  try {
    transaction.abort()
    return true
  } catch {
    // It ended by itself in the meantime.
    return false
  }
}

/**
 * The open handle of a database: opened when it is first needed, and again after it was closed or forgotten. A page that
 * is put aside ends its transactions and closes it; what is begun then waits until the page is shown.
 */
export const createConnection = (open: () => Promise<IDBDatabase>, page: PageCache = alwaysShown) => {
  let opened: Promise<IDBDatabase> | undefined
  const running = new Set<IDBTransaction>()
  const lost = new Set<() => void>()
  const forget = () => {
    opened = undefined
  }
  const lose = () => {
    forget()
    for (const listener of lost) listener()
  }
  const get = (): Promise<IDBDatabase> => {
    opened ??= open().then((database) => {
      database.addEventListener('close', lose)
      database.addEventListener('versionchange', ({ newVersion }) => {
        database.close()
        // A deletion; what a listener opens waits until it is over.
        if (newVersion === null) lose()
        else forget()
      })
      return database
    })
    // A failed opening is not remembered: the next call tries again.
    opened.catch(forget)
    return opened
  }
  page.onAside(() => {
    for (const transaction of running) abort(transaction)
    void opened?.then((database) => database.close()).catch(() => undefined)
    forget()
  })
  return {
    forget,
    /** Calls back when the database is deleted, or the browser closed it, which it does when its storage is cleared. */
    onLost: (listener: () => void): void => void lost.add(listener),
    begin: async (...how: Parameters<IDBDatabase['transaction']>): Promise<IDBTransaction> => {
      await page.shown()
      const transaction = (await get()).transaction(...how)
      running.add(transaction)
      for (const end of ['complete', 'abort'])
        transaction.addEventListener(end, () => running.delete(transaction))
      return transaction
    },
  }
}

/**
 * Whether a request failed because its connection is gone, and not because of what was asked: iOS kills the connection of
 * a page in the background, and a page that is put aside ends its own. `idb-keyval` rejects with null then.
 */
export const isGone = (error: unknown): boolean =>
  error === null ||
  (error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name))
