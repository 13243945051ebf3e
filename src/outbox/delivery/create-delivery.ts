import { formatErrorDetail } from '../../lib/error-detail.ts'
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
  /** Whether our server is likely to be reachable. Otherwise only urgent deliveries are attempted. */
  isOnline: () => boolean
}

/** The name of the lock that a tab or the service worker holds while it sends. Only one sends at a time. */
const senderLock = 'outbox-sender'
/** Longer than any request takes, so that only a frozen page loses the lock. */
const senderTimeoutMs = 90_000

/** Whether `Locks.hold` failed because another context took the lock. */
const isLockTaken = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/**
 * How long another context may hold the lock without delivering anything. Then the screen shows why nothing
 * is sent, so that the coach sees it within 10 s.
 */
const maxIdleTimeMs = 8000

/**
 * Sets `blockedBy` in the snapshot while another context holds the sender lock and delivers nothing. Returns
 * the function that stops it.
 */
const watchLockHolder = (
  { get, set, subscribe }: OutboxView['snapshot'],
  { isHeldByServiceWorker }: Locks,
): (() => void) => {
  let lastDeliveredAt = get().deliveredAt
  let isStopped = false

  const setHolder = (holder?: OutboxSnapshot['blockedBy']) => {
    const { blockedBy: previous, ...rest } = get()
    if (holder !== previous) set({ ...rest, ...(holder && { blockedBy: holder }) })
  }

  const showHolder = async () => {
    const deliveredAtBefore = lastDeliveredAt
    const isServiceWorker = await isHeldByServiceWorker(senderLock)
    // The holder may have delivered an entry during this wait.
    const hasDelivered = lastDeliveredAt !== deliveredAtBefore
    if (isStopped || hasDelivered) return
    setHolder(isServiceWorker ? 'service-worker' : 'other-tab')
    // Checks again later, because the lock may pass to another context that delivers nothing.
    timer.start(maxIdleTimeMs)
  }
  const timer = createTimer(() => void showHolder())

  // Starts the time again with each entry that is delivered.
  const unsubscribe = subscribe(() => {
    const { deliveredAt } = get()
    if (deliveredAt === lastDeliveredAt) return
    lastDeliveredAt = deliveredAt
    timer.start(maxIdleTimeMs)
    setHolder()
  })
  timer.start(maxIdleTimeMs)
  return () => {
    isStopped = true
    timer.stop()
    unsubscribe()
    setHolder()
  }
}

/**
 * Takes the sender lock, calls `onLock` and sends. Resolves to the unexpected error if the delivery ended
 * with one.
 */
const sendWithLock = async (
  deps: DeliveryDeps,
  urgency: Urgency,
  onLock: () => void,
): Promise<UnexpectedError | undefined> => {
  const { locks, log, now } = deps
  let unexpectedError: UnexpectedError | undefined
  const report = (error: unknown) => {
    log.error('The outbox could not be delivered', { reason: String(error) })
    unexpectedError = { at: now(), detail: formatErrorDetail(error) }
  }
  try {
    await locks.hold(senderLock, senderTimeoutMs, (signal) => {
      onLock()
      return drain(deps, { signal, ...urgency }).catch(report)
    })
  } catch (error) {
    // If another context took the lock, it sends instead. This is not an error.
    if (!isLockTaken(error)) report(error)
  }
  return unexpectedError
}

/**
 * Returns the function that sends all entries that can be sent. Calls that arrive during a delivery share one
 * further delivery.
 */
export const createDelivery = (
  deliveryDeps: DeliveryDeps,
  { snapshot, refresh }: OutboxView,
): Outbox['deliver'] => {
  // `isSupported` becomes false if the server does not know the call for several entries.
  const deps = { ...deliveryDeps, batching: { isSupported: true } }
  const { now, isOnline } = deps
  /** When a caller last asked for `eager` and for `force` since the last delivery began. */
  let nextUrgency: Urgency = {}

  const takeUrgency = (): Urgency => {
    const urgency = nextUrgency
    nextUrgency = {}
    return urgency
  }

  const deliverOnce = async (): Promise<DeliveryReport> => {
    await refresh()
    const snapshotBefore = snapshot.get()
    const urgency = takeUrgency()
    const isUrgent = urgency.eagerSince !== undefined || urgency.forcedSince !== undefined
    // Without a connection, only an urgent delivery is attempted. Otherwise the report says that nothing
    // was sent.
    if (!isUrgent && !isOnline()) return deriveReport(snapshotBefore, snapshotBefore)
    snapshot.set({ ...snapshot.get(), isSending: snapshotBefore.toSend > 0 })
    const stopWatching = watchLockHolder(snapshot, deps.locks)
    const unexpectedError = await sendWithLock(deps, urgency, stopWatching)
    // Also stops if this context never got the lock.
    stopWatching()
    // Removes the error of an earlier delivery.
    const { unexpectedError: _, ...rest } = snapshot.get()
    snapshot.set({ ...rest, isSending: false, ...(unexpectedError && { unexpectedError }) })
    await refresh()
    return deriveReport(snapshotBefore, snapshot.get())
  }
  const deliverNext = coalesceCalls(deliverOnce)

  return ({ eager = false, force = false } = {}) => {
    if (eager) nextUrgency = { ...nextUrgency, eagerSince: now() }
    if (force) nextUrgency = { ...nextUrgency, forcedSince: now() }
    return deliverNext()
  }
}
