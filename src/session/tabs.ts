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
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs work that renews or replaces the session, one at a time across tabs. May call `exclusive`. */
  renewing: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether work of this tab waits for another tab. It continues when its turn comes. */
  heldUp: Pick<Store<boolean>, 'get' | 'subscribe'>
}

const name = 'breaking-barriers-session'

/** In ms. Longer than a token refresh on a bad connection. */
const timeout = 30_000

/** In ms. Longer than a password change, which includes a sign-in. */
const renewalTimeout = 120_000

/** In ms without a turn. A person sees within 10 s why nothing happens. */
const maxWait = 6000

/**
 * Runs work under locks that all tabs share. `heldUp` is true while another tab, which its browser may have
 * frozen, delays the work.
 */
const createTurns = (locks: Locks) => {
  const heldUp = createStore(false)
  const late = new Set<symbol>()
  /** The locks that this tab holds. */
  const held = new Set<string>()

  const take = async <T>(lock: string, timeout: number, work: () => Promise<T>): Promise<T> => {
    const me = Symbol(lock)
    let working: Promise<T> | undefined
    let timer: ReturnType<typeof setTimeout>
    const watch = () => {
      timer = setTimeout(() => {
        if (held.has(lock)) return watch()
        late.add(me)
        heldUp.set(true)
      }, maxWait)
    }
    const stop = () => {
      clearTimeout(timer)
      late.delete(me)
      heldUp.set(late.size > 0)
    }
    watch()
    try {
      return await locks.hold(lock, timeout, () => {
        stop()
        held.add(lock)
        working = work().finally(() => held.delete(lock))
        return working
      })
    } catch (error) {
      // Another tab took the lock, but the work continued. The caller still needs its result.
      if (!working) throw error
      return await working
    } finally {
      stop()
    }
  }
  return { take, heldUp }
}

/** Events that a page receives when the person returns to it or the browser thaws it. */
const returns = ['focus', 'pageshow', 'resume', 'visibilitychange']

/** Connects this tab with the other tabs of the browser. */
export const createTabs = (locks: Locks, page: Window): Tabs => {
  const channel = new BroadcastChannel(name)
  const { take, heldUp } = createTurns(locks)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- BroadcastChannel has none
    announce: () => channel.postMessage('changed'),
    listen: (listener) => {
      channel.addEventListener('message', listener)
      // Events of the document reach the window in the capture phase.
      for (const event of returns) page.addEventListener(event, listener, { capture: true })
    },
    exclusive: (work) => take(name, timeout, work),
    renewing: (work) => take(`${name}-renewal`, renewalTimeout, work),
    heldUp,
  }
}
