import { neverSuspended, type PageCache } from '../page-cache.ts'
import { NoResponseError } from './response-timer.ts'

/** Safari may never respond to a page's first open request, but responds to a second one. */
const retryDelayMs = 5000
/** Longer than `retryDelayMs`, because a slow and busy phone may need this long. */
const openTimeoutMs = 20_000

/** Aborts a transaction. Returns false if the transaction had already ended. */
export const abort = (transaction: IDBTransaction): boolean => {
  try {
    transaction.abort()
    return true
  } catch {
    // The transaction had already ended.
    return false
  }
}

/**
 * Ends an open request in any state: aborts its upgrade and closes its connection. Needed in WebKit, where a
 * database stays blocked for every other page until the upgrading page has received `success`. A page in the
 * back/forward cache never receives it. The connection exists before that event, and closing it is the only
 * way to end an upgrade that is being written.
 */
const endOpenRequest = (request: IDBOpenDBRequest): void => {
  if (request.readyState === 'pending') return
  if (request.transaction) abort(request.transaction)
  request.result.close()
}

/**
 * Opens a database with `open`. Calls `open` a second time if there is no response for a while, and uses the
 * connection that arrives first. Rejects if opening fails or takes too long. The caller handles upgrades.
 * When the page is suspended, this ends the pending requests, which would block the database for every other
 * page, and rejects with an AbortError.
 */
export const openDatabase = (
  open: () => IDBOpenDBRequest,
  page: PageCache = neverSuspended,
): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    /** `settled`: the promise has resolved or rejected. `suspended`: it rejected because of a suspension. */
    let state: 'opening' | 'settled' | 'suspended' = 'opening'
    const requests: IDBOpenDBRequest[] = []
    const end = (endState: 'settled' | 'suspended') => {
      state = endState
      unsubscribe()
      clearTimeout(retryTimer)
      clearTimeout(limitTimer)
    }
    const failWith = (error: unknown) => {
      if (state !== 'opening') return
      end('settled')
      reject(error)
    }
    const unsubscribe = page.onSuspend(() => {
      end('suspended')
      for (const request of requests) endOpenRequest(request)
      reject(new DOMException('The page is suspended.', 'AbortError'))
    })
    const listenTo = (request: IDBOpenDBRequest) => {
      requests.push(request)
      // Runs after the caller's own listener, so that the abort also undoes the object stores created there.
      request.addEventListener('upgradeneeded', () => {
        if (state === 'suspended') endOpenRequest(request)
      })
      request.addEventListener('success', () => {
        // A connection that arrives too late is not used, and must not block a deletion of the database.
        if (state !== 'opening') return request.result.close()
        end('settled')
        resolve(request.result)
      })
      request.addEventListener('error', () =>
        failWith(request.error ?? new Error('IndexedDB cannot be opened.')),
      )
    }
    const sendRequest = () => {
      try {
        listenTo(open())
      } catch (error) {
        // If the browser blocks IndexedDB, `open` itself throws.
        failWith(error)
      }
    }
    const retryTimer = setTimeout(sendRequest, retryDelayMs)
    const limitTimer = setTimeout(
      () => failWith(new NoResponseError('IndexedDB did not respond.')),
      openTimeoutMs,
    )
    sendRequest()
  })
