import { alwaysShown, type PageCache } from '../page-cache.ts'
import { createSilence, NoResponse } from './silence.ts'

/** ms; Safari can leave the first opening of a page without any response: another one gets its own */
const retryAfter = 5000
/** ms; a slow phone that is busy with other things needs more than `retryAfter` */
const timeout = 20_000

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
 * Ends an opening, in whatever state it is: an upgrade is undone, and the connection closed. WebKit keeps a database from every
 * other page until the page that upgrades it has had its `success`, which a page in the back/forward cache never gets; its
 * connection is there before that, and while an upgrade is written it is all that can be ended.
 */
const endOpening = (request: IDBOpenDBRequest): void => {
  if (request.readyState === 'pending') return
  if (request.transaction) abort(request.transaction)
  request.result.close()
}

/**
 * The database that `open` asks for; rejects where that is refused, or has no response in time. `open` is called once more
 * when there is none for a while, and the first response counts. Upgrades are the caller's matter; a page that is put aside
 * ends the opening that is under way, which would keep the database from every other page, and rejects with an AbortError.
 */
export const openDatabase = (
  open: () => IDBOpenDBRequest,
  page: PageCache = alwaysShown,
): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    let state: 'opening' | 'over' | 'aside' = 'opening'
    const requests: IDBOpenDBRequest[] = []
    const end = (as: 'over' | 'aside') => {
      state = as
      stop()
      clearTimeout(retry)
      clearTimeout(limit)
    }
    const refuse = (error: unknown) => {
      if (state !== 'opening') return
      end('over')
      reject(error)
    }
    const stop = page.onAside(() => {
      end('aside')
      for (const request of requests) endOpening(request)
      reject(new DOMException('The page was put aside.', 'AbortError'))
    })
    const listen = (request: IDBOpenDBRequest) => {
      requests.push(request)
      // After the caller's own listener, whose stores go with it.
      request.addEventListener('upgradeneeded', () => {
        if (state === 'aside') endOpening(request)
      })
      request.addEventListener('success', () => {
        // One that opens after all must not stand in the way of a deletion.
        if (state !== 'opening') return request.result.close()
        end('over')
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
    const limit = setTimeout(() => refuse(new NoResponse('IndexedDB did not respond.')), timeout)
    ask()
  })

/**
 * Whether a request failed because its connection is gone, and not because of what was asked: iOS kills the connection of
 * a page in the background, and a page that is put aside ends its own. `idb-keyval` rejects with null then.
 */
const isGone = (error: unknown): boolean =>
  error === null ||
  (error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name))

/**
 * The open handle of a database: opened when it is first needed, and again after it was closed or found dead. A page that
 * is put aside ends its transactions and closes it; what is begun then waits until the page is shown.
 */
export const createConnection = (open: () => Promise<IDBDatabase>, page: PageCache = alwaysShown) => {
  let opened: Promise<IDBDatabase> | undefined
  let replacing: Promise<void> | undefined
  let timesAside = 0
  const silence = createSilence()
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
    timesAside += 1
    silence.rest()
    for (const transaction of running) abort(transaction)
    void opened?.then((database) => database.close()).catch(() => undefined)
    forget()
  })
  /** One for all that failed together: they begin again in their order, with one handle. */
  const replace = (): Promise<void> => {
    replacing ??= page.stays().then(() => {
      replacing = undefined
      forget()
    })
    return replacing
  }
  /**
   * Runs `work`, and again with another handle: once where its own was dead, and as often as the page was put aside meanwhile,
   * however it failed then. WebKit may fire the success of a request whose transaction was aborted: what fails is the next one.
   */
  const run = async <T>(work: () => Promise<T>, isReplaced = false): Promise<T> => {
    const before = timesAside
    try {
      return await work()
    } catch (error) {
      const isAside = timesAside !== before
      if (!isAside && (isReplaced || !isGone(error))) throw error
      await replace()
      return run(work, isReplaced || !isAside)
    }
  }
  return {
    run: <T>(work: () => Promise<T>): Promise<T> => silence.listen(() => run(work)),
    inTime: silence.inTime,
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
