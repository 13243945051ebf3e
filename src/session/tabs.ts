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
}

const name = 'breaking-barriers-session'

/** ms; longer than a token refresh takes on a bad connection */
const timeout = 30_000

/** ms; longer than a password change takes, which signs in anew */
const renewalTimeout = 120_000

/** What a page hears when the person returns to it, or the browser thaws it. */
const returns = ['focus', 'pageshow', 'resume', 'visibilitychange']

/** Joins the other tabs of this browser. */
export const createTabs = (locks: Locks, page: Window): Tabs => {
  const channel = new BroadcastChannel(name)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin: ours
    announce: () => channel.postMessage('changed'),
    listen: (listener) => {
      channel.addEventListener('message', listener)
      // Those of the document reach the window on their way down.
      for (const event of returns) page.addEventListener(event, listener, { capture: true })
    },
    exclusive: (work) => locks.hold(name, timeout, work),
    renewing: (work) => locks.hold(`${name}-renewal`, renewalTimeout, work),
  }
}
