import { headsOf } from './delivery/next-to-send.ts'
import type { Entry, Wait } from './entry/entry.ts'
import { isAutomatic } from './events/events.ts'
import type { DeliveryReport, OutboxSnapshot, Pending, UnexpectedError } from './outbox.ts'
import type { OutboxContent } from './store/outbox-store.ts'

/** Whether an entry belongs to a customer. An unreadable entry without an owner matches all customers. */
export const isOf = (customer: string) => (entry: Entry) =>
  entry.customer === customer || entry.customer === ''

const pendingOf = (entries: readonly Entry[], customer: string): Pending => {
  const mine = entries.filter(isOf(customer))
  const needsYou = mine.filter(({ state }) => state.is === 'needs-you').length
  return { toSend: mine.length - needsYou, needsYou }
}

/** The time from which the next entry can be sent; undefined if no entry can be sent. */
const nextTryOf = (mine: readonly Entry[], customer: string, everything: Wait | undefined) => {
  const waits = headsOf(mine, customer).map(({ state }) => state.wait?.until ?? 0)
  return waits.length === 0 ? undefined : Math.max(everything?.until ?? 0, Math.min(...waits))
}

/** The parts of a snapshot that are not on the disk. */
type Known = Pick<OutboxSnapshot, 'sending' | 'heldUp'> & {
  customer: string | undefined
  tight: boolean
  unexpected: UnexpectedError | undefined
}

/** Builds the snapshot that the customer of the session sees from the content of the disk. */
export const snapshotOf = (
  { entries, wait, deliveredAt }: OutboxContent,
  { customer, sending, heldUp, tight, unexpected }: Known,
): OutboxSnapshot => {
  if (customer === undefined) return { storage: 'ready', entries: [], toSend: 0, needsYou: 0, sending }
  const mine = entries.filter(isOf(customer))
  const nextTryAt = nextTryOf(mine, customer, wait)
  const automatic = mine.filter((entry) => entry.state.is === 'waiting' && isAutomatic(entry)).length
  return {
    customer,
    storage: 'ready',
    entries: mine,
    ...pendingOf(mine, customer),
    sending,
    ...(heldUp && { heldUp }),
    ...(automatic > 0 && { automatic }),
    ...(tight && { tight }),
    ...(wait && { wait }),
    ...(unexpected && { unexpected }),
    ...(nextTryAt !== undefined && { nextTryAt }),
    ...(deliveredAt !== undefined && { deliveredAt }),
  }
}

/** The result of a delivery, computed from the snapshots before and after it. */
export const reportOf = (before: OutboxSnapshot, after: OutboxSnapshot): DeliveryReport => {
  const left = new Set(after.entries.map(({ key }) => key))
  const { toSend, automatic, needsYou, wait, entries, unexpected } = after
  if (after.storage === 'failed') return { storage: 'failed', sent: 0, toSend, needsYou }
  const own = entries.flatMap(({ state }) => (state.is === 'waiting' && state.wait ? [state.wait] : []))
  const waiting = wait ?? own[0]
  return {
    storage: 'ready',
    sent: before.entries.filter(({ key }) => !left.has(key)).length,
    toSend,
    needsYou,
    ...(automatic !== undefined && { automatic }),
    ...(toSend > 0 && waiting && { waitingFor: waiting.code }),
    ...(unexpected && { unexpected }),
  }
}
