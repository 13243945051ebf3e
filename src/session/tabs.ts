import { createStore, type Store } from '../lib/create-store.ts'
import type { Locks } from '../platform/locks.ts'

/** How the tabs of one browser learn of each other's sessions. */
export type Tabs = {
  /** Announces to the other tabs that the stored session is another one now. */
  announce: () => void
  /**
   * Calls back when another tab announces, and whenever this one comes back to the person: browsers freeze tabs, and a
   * frozen one misses announcements.
   */
  listen: (listener: () => void) => void
  /** Runs work that no other tab may do at the same time. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
  /** Renews the session, or replaces it: one of these at a time over all tabs. They may do exclusive work inside. */
  renewing: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether another tab keeps work of this one waiting; that goes on by itself when its turn comes. */
  heldUp: Pick<Store<boolean>, 'get' | 'subscribe'>
}

const name = 'breaking-barriers-session'

/** ms; longer than a token refresh takes on a bad connection */
const timeout = 30_000

/** ms; longer than a password change takes, which signs in anew */
const renewalTimeout = 120_000

/** ms without a turn; a person hears within 10 s why nothing goes on */
const longestWait = 6000

/** Runs work under the locks of all tabs, and says when another tab keeps it waiting: its browser may have frozen that one. */
const createTurns = (locks: Locks) => {
  const heldUp = createStore(false)
  const late = new Set<symbol>()
  /** The locks that this tab has. */
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
      }, longestWait)
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
      // Another tab took the lock away, and the work went on: whoever asked for it still needs what it comes to.
      if (!working) throw error
      return await working
    } finally {
      stop()
    }
  }
  return { take, heldUp }
}

/** What a page hears when the person returns to it, or the browser thaws it. */
const returns = ['focus', 'pageshow', 'resume', 'visibilitychange']

/** Joins the other tabs of this browser. */
export const createTabs = (locks: Locks, page: Window): Tabs => {
  const channel = new BroadcastChannel(name)
  const { take, heldUp } = createTurns(locks)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin: ours
    announce: () => channel.postMessage('changed'),
    listen: (listener) => {
      channel.addEventListener('message', listener)
      // Those of the document reach the window on their way down.
      for (const event of returns) page.addEventListener(event, listener, { capture: true })
    },
    exclusive: (work) => take(name, timeout, work),
    renewing: (work) => take(`${name}-renewal`, renewalTimeout, work),
    heldUp,
  }
}
