import { errorDetail } from '../../lib/error-detail.ts'
import { oneAtATime } from '../../lib/async/one-at-a-time.ts'
import { createTimer } from '../../lib/async/timer.ts'
import type { Locks } from '../../platform/locks.ts'
import type { DeliveryReport, Outbox, OutboxSnapshot, UnexpectedError } from '../outbox.ts'
import type { OutboxView } from '../outbox-view.ts'
import { reportOf } from '../snapshot.ts'
import { drain } from './drain.ts'
import type { DrainDeps } from './drain-deps.ts'
import type { Urgency } from './next-to-send.ts'

export type DeliveryDeps = DrainDeps & {
  locks: Locks
  /** Whether to try a delivery that nobody asked for. */
  online: () => boolean
}

/** Only one tab, worker or service worker sends at a time. */
const senderLock = 'outbox-sender'
/** In ms. Longer than any request, so that only a frozen page loses the lock. */
const senderTimeout = 90_000

const isTaken = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** In ms without a delivery. A person sees within 10 s why nothing is sent. */
const maxWait = 8000

/** Sets `heldUp` if another context holds the turn and delivers nothing; returns the stop function. */
const watchTurn = (
  { get, set, subscribe }: OutboxView['snapshot'],
  { isHeldByServiceWorker }: Locks,
): (() => void) => {
  let { deliveredAt } = get()
  let isOver = false
  const show = (holder?: OutboxSnapshot['heldUp']) => {
    const { heldUp, ...rest } = get()
    if (holder !== heldUp) set({ ...rest, ...(holder && { heldUp: holder }) })
  }
  const showHolder = async () => {
    const before = deliveredAt
    const isServiceWorker = await isHeldByServiceWorker(senderLock)
    if (isOver || deliveredAt !== before) return
    show(isServiceWorker ? 'service-worker' : 'window')
    // The turn may pass to another context that delivers nothing.
    timer.start(maxWait)
  }
  const timer = createTimer(() => void showHolder())
  const unsubscribe = subscribe(() => {
    if (get().deliveredAt === deliveredAt) return
    deliveredAt = get().deliveredAt
    timer.start(maxWait)
    show()
  })
  timer.start(maxWait)
  return () => {
    isOver = true
    timer.stop()
    unsubscribe()
    show()
  }
}

/**
 * Sends while it holds the lock that all senders share. Calls `begin` once it has the lock. Resolves to the
 * unexpected error if the delivery ended with one.
 */
const send = async (
  deps: DeliveryDeps,
  urgency: Urgency,
  begin: () => void,
): Promise<UnexpectedError | undefined> => {
  const { locks, log, now } = deps
  let unexpected: UnexpectedError | undefined
  const report = (error: unknown) => {
    log.error('The outbox could not be delivered', { reason: String(error) })
    unexpected = { at: now(), detail: errorDetail(error) }
  }
  try {
    await locks.hold(senderLock, senderTimeout, (signal) => {
      begin()
      return drain(deps, { signal, ...urgency }).catch(report)
    })
  } catch (error) {
    // Another context took the lock and sends.
    if (!isTaken(error)) report(error)
  }
  return unexpected
}

/** Sends all entries that can be sent. Calls that arrive during a delivery share one further delivery. */
export const createDelivery = (given: DeliveryDeps, { snapshot, refresh }: OutboxView): Outbox['deliver'] => {
  const deps = { ...given, together: { isKnown: true } }
  const { now, online } = deps
  let next: Urgency = {}

  const deliverOnce = async (): Promise<DeliveryReport> => {
    await refresh()
    const before = snapshot.get()
    const urgency = next
    next = {}
    const isUrgent = urgency.eagerSince !== undefined || urgency.askedSince !== undefined
    if (!isUrgent && !online()) return reportOf(before, before)
    snapshot.set({ ...snapshot.get(), sending: before.toSend > 0 })
    const stopWatching = watchTurn(snapshot, given.locks)
    const unexpected = await send(deps, urgency, stopWatching)
    stopWatching()
    const { unexpected: _, ...rest } = snapshot.get()
    snapshot.set({ ...rest, sending: false, ...(unexpected && { unexpected }) })
    await refresh()
    return reportOf(before, snapshot.get())
  }
  const deliverNext = oneAtATime(deliverOnce)

  return ({ eager = false, asked = false } = {}) => {
    if (eager) next = { ...next, eagerSince: now() }
    if (asked) next = { ...next, askedSince: now() }
    return deliverNext()
  }
}
