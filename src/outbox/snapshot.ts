import { headsOf } from './delivery/next-to-send.ts'
import type { Entry, Wait } from './entry/entry.ts'
import { isAutomatic } from './events/events.ts'
import type { DeliveryReport, OutboxSnapshot, Pending, UnexpectedError } from './outbox.ts'
import type { OutboxContent } from './store/outbox-store.ts'

/** Whose entry it is; one that cannot be read has no known owner and is shown to the customer who is signed in. */
export const isOf = (customer: string) => (entry: Entry) =>
  entry.customer === customer || entry.customer === ''

const pendingOf = (entries: readonly Entry[], customer: string): Pending => {
  const mine = entries.filter(isOf(customer))
  const needsYou = mine.filter(({ state }) => state.is === 'needs-you').length
  return { toSend: mine.length - needsYou, needsYou }
}

/** When something can be sent again, if anything can be sent at all. */
const nextTryOf = (mine: readonly Entry[], customer: string, everything: Wait | undefined) => {
  const waits = headsOf(mine, customer).map(({ state }) => state.wait?.until ?? 0)
  return waits.length === 0 ? undefined : Math.max(everything?.until ?? 0, Math.min(...waits))
}

/** What is not on the disk. */
type Known = Pick<OutboxSnapshot, 'sending' | 'heldUp'> & {
  customer: string | undefined
  tight: boolean
  unexpected: UnexpectedError | undefined
}

/** What the disk holds, as the customer of the session sees it. */
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

/** What a delivery did, by what the disk held before and after it. */
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
