import { errorDetail } from '../../lib/error-detail.ts'
import { coalesceCalls } from '../../lib/async/coalesce-calls.ts'
import { createTimer } from '../../lib/async/timer.ts'
import type { Locks } from '../../platform/locks.ts'
import type { DeliveryReport, Outbox, OutboxSnapshot, UnexpectedError } from '../outbox.ts'
import type { OutboxView } from '../outbox-view.ts'
import { deriveReport } from '../snapshot.ts'
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

const isLockTaken = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** In ms: how long another context may deliver nothing. A person sees within 10 s why nothing is sent. */
const maxWait = 8000

/**
 * Sets `blockedBy` while another context holds the senders' lock and delivers nothing; returns the stop
 * function.
 */
const watchLock = (
  { get, set, subscribe }: OutboxView['snapshot'],
  { isHeldByServiceWorker }: Locks,
): (() => void) => {
  let { deliveredAt } = get()
  let isStopped = false
  const setHolder = (holder?: OutboxSnapshot['blockedBy']) => {
    const { blockedBy, ...rest } = get()
    if (holder !== blockedBy) set({ ...rest, ...(holder && { blockedBy: holder }) })
  }
  const showHolder = async () => {
    const lastDelivery = deliveredAt
    const isServiceWorker = await isHeldByServiceWorker(senderLock)
    if (isStopped || deliveredAt !== lastDelivery) return
    setHolder(isServiceWorker ? 'service-worker' : 'window')
    // The lock may pass to another context that delivers nothing.
    timer.start(maxWait)
  }
  const timer = createTimer(() => void showHolder())
  const unsubscribe = subscribe(() => {
    if (get().deliveredAt === deliveredAt) return
    deliveredAt = get().deliveredAt
    timer.start(maxWait)
    setHolder()
  })
  timer.start(maxWait)
  return () => {
    isStopped = true
    timer.stop()
    unsubscribe()
    setHolder()
  }
}

/**
 * Sends while it holds the lock that all senders share. Calls `onLock` once it has the lock. Resolves to the
 * unexpected error if the delivery ended with one.
 */
const send = async (
  deps: DeliveryDeps,
  urgency: Urgency,
  onLock: () => void,
): Promise<UnexpectedError | undefined> => {
  const { locks, log, now } = deps
  let unexpectedError: UnexpectedError | undefined
  const report = (error: unknown) => {
    log.error('The outbox could not be delivered', { reason: String(error) })
    unexpectedError = { at: now(), detail: errorDetail(error) }
  }
  try {
    await locks.hold(senderLock, senderTimeout, (signal) => {
      onLock()
      return drain(deps, { signal, ...urgency }).catch(report)
    })
  } catch (error) {
    // Another context took the lock and sends.
    if (!isLockTaken(error)) report(error)
  }
  return unexpectedError
}

/** Sends all entries that can be sent. Calls that arrive during a delivery share one further delivery. */
export const createDelivery = (
  deliveryDeps: DeliveryDeps,
  { snapshot, refresh }: OutboxView,
): Outbox['deliver'] => {
  const deps = { ...deliveryDeps, batching: { isSupported: true } }
  const { now, online } = deps
  let nextUrgency: Urgency = {}

  const deliverOnce = async (): Promise<DeliveryReport> => {
    await refresh()
    const before = snapshot.get()
    const urgency = nextUrgency
    nextUrgency = {}
    const isUrgent = urgency.eagerSince !== undefined || urgency.forcedSince !== undefined
    if (!isUrgent && !online()) return deriveReport(before, before)
    snapshot.set({ ...snapshot.get(), sending: before.toSend > 0 })
    const stopWatching = watchLock(snapshot, deps.locks)
    const unexpectedError = await send(deps, urgency, stopWatching)
    stopWatching()
    const { unexpectedError: _, ...rest } = snapshot.get()
    snapshot.set({ ...rest, sending: false, ...(unexpectedError && { unexpectedError }) })
    await refresh()
    return deriveReport(before, snapshot.get())
  }
  const deliverNext = coalesceCalls(deliverOnce)

  return ({ eager = false, force = false } = {}) => {
    if (eager) nextUrgency = { ...nextUrgency, eagerSince: now() }
    if (force) nextUrgency = { ...nextUrgency, forcedSince: now() }
    return deliverNext()
  }
}
