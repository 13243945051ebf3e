import { listNextEntries } from './delivery/next-to-send.ts'
import type { Entry, Wait } from './entry/entry.ts'
import { isAutomatic } from './events/events.ts'
import type { DeliveryReport, OutboxSnapshot, Pending, UnexpectedError } from './outbox.ts'
import type { OutboxContent } from './store/outbox-store.ts'

/** Whether an entry belongs to a customer. An unreadable entry without an owner matches all customers. */
export const belongsToCustomer = (customerId: string) => (entry: Entry) =>
  entry.customer === customerId || entry.customer === ''

/** Counts the entries to send and those that need the coach. */
const countPending = (entries: readonly Entry[]): Pending => {
  const needsAction = entries.filter(({ state }) => state.is === 'needs-you').length
  return { toSend: entries.length - needsAction, needsAction }
}

/**
 * Returns when the next entry can be sent, in ms since the epoch: 0 if it need not wait, or undefined if no
 * entry can be sent.
 */
const findNextTry = (entries: readonly Entry[], customerId: string, globalWait: Wait | undefined) => {
  const times = listNextEntries(entries, customerId).map(({ state }) => state.wait?.until ?? 0)
  return times.length === 0 ? undefined : Math.max(globalWait?.until ?? 0, Math.min(...times))
}

/** The parts of a snapshot that are not stored. */
type UnstoredState = Pick<OutboxSnapshot, 'isSending' | 'blockedBy'> & {
  customer: string | undefined
  isLowOnSpace: boolean
  unexpectedError: UnexpectedError | undefined
}

/** Creates the snapshot for the customer of the session from the stored content. */
export const createSnapshot = (
  { entries, wait, deliveredAt }: OutboxContent,
  { customer: customerId, isSending, blockedBy, isLowOnSpace, unexpectedError }: UnstoredState,
): OutboxSnapshot => {
  if (customerId === undefined) return { storage: 'ready', entries: [], toSend: 0, needsAction: 0, isSending }
  const ownEntries = entries.filter(belongsToCustomer(customerId))
  const nextTryAt = findNextTry(ownEntries, customerId, wait)
  /** How many of the waiting entries the app captured by itself, without an action of the coach. */
  const automatic = ownEntries.filter((entry) => entry.state.is === 'waiting' && isAutomatic(entry)).length
  return {
    customer: customerId,
    storage: 'ready',
    entries: ownEntries,
    ...countPending(ownEntries),
    isSending,
    ...(blockedBy && { blockedBy }),
    ...(automatic > 0 && { automatic }),
    ...(isLowOnSpace && { isLowOnSpace }),
    ...(wait && { wait }),
    ...(unexpectedError && { unexpectedError }),
    ...(nextTryAt !== undefined && { nextTryAt }),
    ...(deliveredAt !== undefined && { deliveredAt }),
  }
}

/** Derives the result of a delivery from the snapshots before and after it. */
export const deriveReport = (before: OutboxSnapshot, after: OutboxSnapshot): DeliveryReport => {
  const keysLeft = new Set(after.entries.map(({ key }) => key))
  const { toSend, automatic, needsAction, wait, entries, unexpectedError } = after
  if (after.storage === 'failed') return { storage: 'failed', sent: 0, toSend, needsAction }
  // A lane is a sequence of entries that must arrive in order. A failure of one lane delays no other entries.
  const laneWaits = entries.flatMap(({ state }) => (state.is === 'waiting' && state.wait ? [state.wait] : []))
  const firstWait = wait ?? laneWaits[0]
  return {
    storage: 'ready',
    sent: before.entries.filter(({ key }) => !keysLeft.has(key)).length,
    toSend,
    needsAction,
    ...(automatic !== undefined && { automatic }),
    ...(toSend > 0 && firstWait && { waitingFor: firstWait.code }),
    ...(unexpectedError && { unexpectedError }),
  }
}
