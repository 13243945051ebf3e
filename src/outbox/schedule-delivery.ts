import { createTimer } from '../lib/async/timer.ts'
import type { Connectivity } from '../platform/network/connectivity.ts'
import type { Delivery, OutboxSnapshot } from './outbox.ts'

/** The longest pause between two attempts while entries wait, in case no other trigger starts a delivery. */
const maxPauseMs = 60_000

/** Added to each wait. If a timer fired early, no entry would be due, and a long pause would follow. */
const timerMarginMs = 20

type Listenable = Pick<EventTarget, 'addEventListener'>

/** Returns the sequence number of the entry that was captured last, or 0 if there are no entries. */
const getLastSequence = (entries: OutboxSnapshot['entries']): number => entries.at(-1)?.seq ?? 0

/**
 * Starts a delivery immediately, when the server becomes reachable, when the coach returns to the page and
 * when a wait ends (`delivery/retry-wait.ts` sets its length). Captures and sign-ins start deliveries
 * themselves. Returns the function that stops the schedule.
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
  /** Returns the time in ms since the epoch. */
  now: () => number
}): (() => void) => {
  const stopController = new AbortController()
  const options = { signal: stopController.signal }
  let previousSnapshot = outbox.snapshot()

  const deliver = () => void outbox.deliver()
  const deliverEagerly = () => void outbox.deliver({ eager: true })

  const timer = createTimer(deliver)
  const scheduleNextTry = () => {
    timer.stop()
    const { nextTryAt, isSending } = outbox.snapshot()
    if (nextTryAt === undefined || isSending) return
    const pauseMs = nextTryAt - now()
    // An entry that is due but was not sent waits for something else, for example a connection. A shorter
    // pause would not help.
    timer.start(pauseMs > 0 ? Math.min(maxPauseMs, pauseMs + timerMarginMs) : maxPauseMs)
  }
  const onSnapshot = () => {
    scheduleNextTry()
    const current = outbox.snapshot()
    const hasMore = current.entries.length > previousSnapshot.entries.length
    // The number of entries stays the same if one was captured while another was delivered.
    const hasNewer = getLastSequence(current.entries) > getLastSequence(previousSnapshot.entries)
    if (hasMore || hasNewer) requestBackgroundSync()
    // Another tab or the service worker reached the server, so this page may have missed the `online` event.
    const hasDelivered = current.deliveredAt !== previousSnapshot.deliveredAt
    if (hasDelivered && !connectivity.state().online) void connectivity.check()
    previousSnapshot = current
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
    stopController.abort()
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
