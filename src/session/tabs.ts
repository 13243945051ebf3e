import { createStore, type Store } from '../lib/create-store.ts'
import type { Locks } from '../platform/locks.ts'

/** Coordinates the session between the tabs of one browser. */
export type Tabs = {
  /** Notifies the other tabs that the stored session has changed. */
  announce: () => void
  /**
   * Calls `listener` when another tab announces a change, and whenever the coach returns to this tab.
   * Browsers freeze tabs, and a frozen tab misses announcements.
   */
  listen: (listener: () => void) => void
  /** Runs short work, for example a refresh of tokens, in one tab at a time. */
  withTabLock: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs work that renews or replaces the session, in one tab at a time. The work may call `withTabLock`. */
  withRenewalLock: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether work of this tab waits for a lock that another tab holds. It continues once it gets the lock. */
  isBlocked: Pick<Store<boolean>, 'get' | 'subscribe'>
}

const channelName = 'breaking-barriers-session'
const tabLock = channelName
const renewalLock = `${channelName}-renewal`

/**
 * After this time, another tab may take the lock, because this one may be frozen. Longer than a refresh of
 * tokens takes on a bad connection.
 */
const lockTimeoutMs = 30_000

/** The same for the renewal lock. Longer than a password change takes, which includes a sign-in. */
const renewalTimeoutMs = 120_000

/**
 * Work that waits longer for a lock is delayed, so that the coach sees within 10 s why nothing happens.
 */
const maxWaitMs = 6000

/**
 * Creates `withLock`, which runs work under a lock that all tabs share, and `isBlocked`, which is true while
 * another tab delays work of this tab. The browser may have frozen the other tab.
 */
const createSharedLocks = (locks: Locks) => {
  const isBlocked = createStore(false)
  /** The calls of `withLock` that another tab delays. */
  const delayedCalls = new Set<symbol>()
  /** The names of the locks that this tab holds. */
  const heldLocks = new Set<string>()

  const withLock = async <T>(lockName: string, timeoutMs: number, work: () => Promise<T>): Promise<T> => {
    /** Identifies this call in `delayedCalls`. */
    const call = Symbol(lockName)
    /** Undefined until this call gets the lock. */
    let workPromise: Promise<T> | undefined
    let timer: ReturnType<typeof setTimeout>
    const startTimer = () => {
      timer = setTimeout(() => {
        // Other work of this tab holds the lock, so no other tab delays this call. Checks again later.
        if (heldLocks.has(lockName)) return startTimer()
        delayedCalls.add(call)
        isBlocked.set(true)
      }, maxWaitMs)
    }
    const stopTimer = () => {
      clearTimeout(timer)
      delayedCalls.delete(call)
      isBlocked.set(delayedCalls.size > 0)
    }
    startTimer()
    try {
      return await locks.hold(lockName, timeoutMs, () => {
        stopTimer()
        heldLocks.add(lockName)
        workPromise = work().finally(() => heldLocks.delete(lockName))
        return workPromise
      })
    } catch (error) {
      // Another tab took the lock while the work was running. The work continues, and the caller needs its
      // result.
      if (!workPromise) throw error
      return await workPromise
    } finally {
      stopTimer()
    }
  }
  return { withLock, isBlocked }
}

/** Events that a page receives when the coach returns to it or the browser thaws it. */
const returnEvents = ['focus', 'pageshow', 'resume', 'visibilitychange']

/** Connects this tab with the other tabs of the browser. */
export const createTabs = (locks: Locks, page: Window): Tabs => {
  const channel = new BroadcastChannel(channelName)
  const { withLock, isBlocked } = createSharedLocks(locks)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- BroadcastChannel has none
    announce: () => channel.postMessage('changed'),
    listen: (listener) => {
      channel.addEventListener('message', listener)
      // Events of the document reach the window in the capture phase.
      for (const event of returnEvents) page.addEventListener(event, listener, { capture: true })
    },
    withTabLock: (work) => withLock(tabLock, lockTimeoutMs, work),
    withRenewalLock: (work) => withLock(renewalLock, renewalTimeoutMs, work),
    isBlocked,
  }
}
