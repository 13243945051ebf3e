import type { Locks } from '../platform/locks.ts'

/** How the tabs of one browser learn of each other's sessions. */
export type Tabs = {
  /** Announces to the other tabs that the stored session is another one now. */
  announce: () => void
  /** Calls back when another tab announces. */
  listen: (listener: () => void) => void
  /** Runs work that no other tab may do at the same time. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
}

const name = 'breaking-barriers-session'

/** ms; longer than a token refresh takes on a bad connection */
const timeout = 30_000

/** Joins the other tabs of this browser. */
export const createTabs = (locks: Locks): Tabs => {
  const channel = new BroadcastChannel(name)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin: ours
    announce: () => channel.postMessage('changed'),
    listen: (listener) => channel.addEventListener('message', listener),
    exclusive: (work) => locks.hold(name, timeout, work),
  }
}
