import type { Connectivity } from '../platform/network/connectivity.ts'
import type { Delivery, OutboxSnapshot } from './outbox.ts'

/** ms between two tries for entries that the other triggers missed */
const longestPause = 60_000

/** ms; a timer that fires a moment early would find the wait not over, and cost the longest pause */
const margin = 20

type Listenable = Pick<EventTarget, 'addEventListener'>

/** The highest number of the device's sequence among entries in the order of their capture. */
const lastOf = (entries: OutboxSnapshot['entries']): number => entries.at(-1)?.seq ?? 0

/**
 * Delivers whenever there is a reason to: at once, when the server is back, when the person comes back to the page, and
 * when a wait is over. What another tab delivered is a reason to check whether the server is back. Captures and
 * sign-ins deliver by themselves. Returns how to stop.
 */
export const scheduleDelivery = ({
  outbox,
  connectivity,
  page,
  window,
  requestBackgroundSync,
  now,
}: {
  outbox: Delivery
  connectivity: Connectivity
  page: Listenable & Pick<Document, 'visibilityState'>
  window: Listenable
  /** Has the browser wake the service worker, which needs no open tab to send. */
  requestBackgroundSync: () => void
  /** ms since epoch */
  now: () => number
}): (() => void) => {
  const stop = new AbortController()
  const options = { signal: stop.signal }
  let timer: ReturnType<typeof setTimeout> | undefined
  let known = outbox.snapshot()

  const deliver = () => void outbox.deliver()
  const deliverEagerly = () => void outbox.deliver({ eager: true })

  const wakeLater = () => {
    clearTimeout(timer)
    const { nextTryAt, sending } = outbox.snapshot()
    if (nextTryAt === undefined || sending) return
    const pause = nextTryAt - now()
    // What is due already was not sent for a reason that a timer does not cure, such as being offline.
    timer = setTimeout(deliver, pause > 0 ? Math.min(longestPause, pause + margin) : longestPause)
  }
  const onOutbox = () => {
    wakeLater()
    const next = outbox.snapshot()
    const [entries, before] = [next.entries, known.entries]
    // The last one is the newest: one may have come while another left.
    if (entries.length > before.length || lastOf(entries) > lastOf(before)) requestBackgroundSync()
    // Another tab or the service worker got through, though nobody announced the network to this page.
    if (next.deliveredAt !== known.deliveredAt && !connectivity.state().online) void connectivity.check()
    known = next
  }

  const stopWatching = [
    outbox.subscribe(onOutbox),
    connectivity.subscribe(() => connectivity.state().online && deliverEagerly()),
  ]
  window.addEventListener('online', deliverEagerly, options)
  window.addEventListener('focus', deliver, options)
  page.addEventListener('visibilitychange', () => page.visibilityState === 'visible' && deliver(), options)
  deliver()

  return () => {
    clearTimeout(timer)
    stop.abort()
    for (const unsubscribe of stopWatching) unsubscribe()
  }
}
