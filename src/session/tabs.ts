import { createStore, type Store } from '../lib/create-store.ts'
import type { Locks } from '../platform/locks.ts'

/** Coordinates the session between the tabs of one browser. */
export type Tabs = {
  /** Tells the other tabs that the stored session has changed. */
  announce: () => void
  /**
   * Calls back when another tab announces a change, and whenever the person returns to this tab: browsers
   * freeze tabs, and a frozen tab misses announcements.
   */
  listen: (listener: () => void) => void
  /** Runs work that no other tab may do at the same time. */
  withTabLock: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs work that renews or replaces the session, one at a time across tabs. May call `withTabLock`. */
  withRenewalLock: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether work of this tab waits for another tab. It continues when its turn comes. */
  isBlocked: Pick<Store<boolean>, 'get' | 'subscribe'>
}

/** The name of the channel and of the lock; part of the name of the renewal's lock. */
const name = 'breaking-barriers-session'

/** In ms. Longer than a token refresh on a bad connection. */
const lockTimeout = 30_000

/** In ms. Longer than a password change, which includes a sign-in. */
const renewalTimeout = 120_000

/** In ms. Work that waits longer for a lock is delayed: a person sees within 10 s why nothing happens. */
const maxWait = 6000

/**
 * Runs work under locks that all tabs share. `isBlocked` is true while another tab, which its browser may have
 * frozen, delays the work.
 */
const createSharedLocks = (locks: Locks) => {
  const isBlocked = createStore(false)
  /** The calls of `withLock` that another tab delays. */
  const delayedCalls = new Set<symbol>()
  /** The locks that this tab holds. */
  const heldLocks = new Set<string>()

  const withLock = async <T>(lock: string, timeout: number, work: () => Promise<T>): Promise<T> => {
    const call = Symbol(lock)
    let running: Promise<T> | undefined
    let timer: ReturnType<typeof setTimeout>
    const startTimer = () => {
      timer = setTimeout(() => {
        // Other work of this tab holds the lock, so no other tab delays this call.
        if (heldLocks.has(lock)) return startTimer()
        delayedCalls.add(call)
        isBlocked.set(true)
      }, maxWait)
    }
    const stopTimer = () => {
      clearTimeout(timer)
      delayedCalls.delete(call)
      isBlocked.set(delayedCalls.size > 0)
    }
    startTimer()
    try {
      return await locks.hold(lock, timeout, () => {
        stopTimer()
        heldLocks.add(lock)
        running = work().finally(() => heldLocks.delete(lock))
        return running
      })
    } catch (error) {
      // Another tab took the lock, but the work continued. The caller still needs its result.
      if (!running) throw error
      return await running
    } finally {
      stopTimer()
    }
  }
  return { withLock, isBlocked }
}

/** Events that a page receives when the person returns to it or the browser thaws it. */
const returnEvents = ['focus', 'pageshow', 'resume', 'visibilitychange']

/** Connects this tab with the other tabs of the browser. */
export const createTabs = (locks: Locks, page: Window): Tabs => {
  const channel = new BroadcastChannel(name)
  const { withLock, isBlocked } = createSharedLocks(locks)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- BroadcastChannel has none
    announce: () => channel.postMessage('changed'),
    listen: (listener) => {
      channel.addEventListener('message', listener)
      // Events of the document reach the window in the capture phase.
      for (const event of returnEvents) page.addEventListener(event, listener, { capture: true })
    },
    withTabLock: (work) => withLock(name, lockTimeout, work),
    withRenewalLock: (work) => withLock(`${name}-renewal`, renewalTimeout, work),
    isBlocked,
  }
}
