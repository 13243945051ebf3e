import { oneAtATime } from '../../lib/one-at-a-time.ts'
import type { Locks } from '../../platform/locks.ts'
import type { DeliveryReport, Outbox } from '../outbox.ts'
import type { OutboxView } from '../outbox-view.ts'
import { reportOf } from '../snapshot.ts'
import { drain, type DrainDeps } from './drain.ts'
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

/** Sends what can be sent; calls made meanwhile share one more delivery. */
export const createDelivery = (deps: DeliveryDeps, { snapshot, refresh }: OutboxView): Outbox['deliver'] => {
  const { locks, log, now, online } = deps
  let next: Urgency = {}

  const deliverOnce = async (): Promise<DeliveryReport> => {
    await refresh()
    const before = snapshot.get()
    const urgency = next
    next = {}
    const isUrgent = urgency.eagerSince !== undefined || urgency.askedSince !== undefined
    if (!isUrgent && !online()) return reportOf(before, before)
    snapshot.set({ ...snapshot.get(), sending: before.toSend > 0 })
    try {
      await locks.hold(senderLock, senderTimeout, (signal) => drain(deps, { signal, ...urgency }))
    } catch (error) {
      log.error('The outbox could not be delivered', { reason: String(error) })
    }
    snapshot.set({ ...snapshot.get(), sending: false })
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
