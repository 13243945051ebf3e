import { errorDetail } from '../../lib/error-detail.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'
import type { Locks } from '../../platform/locks.ts'
import type { DeliveryReport, Outbox, UnexpectedError } from '../outbox.ts'
import type { OutboxView } from '../outbox-view.ts'
import { reportOf } from '../snapshot.ts'
import { drain } from './drain.ts'
import type { DrainDeps } from './drain-deps.ts'
import type { Urgency } from './next-to-send.ts'

export type DeliveryDeps = DrainDeps & {
  locks: Locks
  /** Whether a delivery that nobody has asked for is worth trying. */
  online: () => boolean
}

/** One sender over all tabs, workers and the service worker. */
const senderLock = 'outbox-sender'
/** ms; longer than any request takes, so that only a frozen page loses the lock */
const senderTimeout = 90_000

const isTaken = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Sends under the lock of all senders; resolves to what nobody foresaw, if it ended so. */
const send = async (deps: DeliveryDeps, urgency: Urgency): Promise<UnexpectedError | undefined> => {
  const { locks, log, now } = deps
  let unexpected: UnexpectedError | undefined
  const report = (error: unknown) => {
    log.error('The outbox could not be delivered', { reason: String(error) })
    unexpected = { at: now(), detail: errorDetail(error) }
  }
  try {
    await locks.hold(senderLock, senderTimeout, (signal) => drain(deps, { signal, ...urgency }).catch(report))
  } catch (error) {
    // Another context took the lock, and sends.
    if (!isTaken(error)) report(error)
  }
  return unexpected
}

/** Sends what can be sent; calls made meanwhile share one more delivery. */
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
    const unexpected = await send(deps, urgency)
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
