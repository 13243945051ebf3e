import { createTimer } from '../lib/async/timer.ts'
import type { Connectivity } from '../platform/network/connectivity.ts'
import type { Delivery, OutboxSnapshot } from './outbox.ts'

/** In ms, between two tries for entries that the other triggers missed. */
const maxPause = 60_000

/** In ms. A timer that fires slightly early would find the wait not over and wait for `maxPause`. */
const timerMargin = 20

type Listenable = Pick<EventTarget, 'addEventListener'>

/** The sequence number of the last entry, given entries in the order of capture; 0 if there are none. */
const lastSequence = (entries: OutboxSnapshot['entries']): number => entries.at(-1)?.seq ?? 0

/**
 * Starts a delivery immediately, when the server is back, when the person returns to the page and when a wait
 * ends. After a delivery by another tab it checks whether the server is back. Captures and sign-ins start
 * deliveries themselves. `delivery/judge-failure.ts` decides how long an entry waits. Returns the function that stops it.
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
  /** Asks the browser to wake the service worker, which sends without an open tab. */
  requestBackgroundSync: () => void
  /** ms since epoch */
  now: () => number
}): (() => void) => {
  const stop = new AbortController()
  const options = { signal: stop.signal }
  let previous = outbox.snapshot()

  const deliver = () => void outbox.deliver()
  const deliverEagerly = () => void outbox.deliver({ eager: true })

  const timer = createTimer(deliver)
  const scheduleNextTry = () => {
    timer.stop()
    const { nextTryAt, sending } = outbox.snapshot()
    if (nextTryAt === undefined || sending) return
    const pause = nextTryAt - now()
    // Due entries that were not sent have a cause that a timer does not fix, such as being offline.
    timer.start(pause > 0 ? Math.min(maxPause, pause + timerMargin) : maxPause)
  }
  const onSnapshot = () => {
    scheduleNextTry()
    const current = outbox.snapshot()
    const hasMore = current.entries.length > previous.entries.length
    // An entry may have arrived while another left.
    const hasNewer = lastSequence(current.entries) > lastSequence(previous.entries)
    if (hasMore || hasNewer) requestBackgroundSync()
    // Another tab or the service worker delivered, although this page received no `online` event.
    if (current.deliveredAt !== previous.deliveredAt && !connectivity.state().online)
      void connectivity.check()
    previous = current
  }

  const subscriptions = [
    outbox.subscribe(onSnapshot),
    connectivity.subscribe(() => connectivity.state().online && deliverEagerly()),
  ]
  window.addEventListener('online', deliverEagerly, options)
  window.addEventListener('focus', deliver, options)
  page.addEventListener('visibilitychange', () => page.visibilityState === 'visible' && deliver(), options)
  deliver()

  return () => {
    timer.stop()
    stop.abort()
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
