import * as v from 'valibot'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import { parsed } from '../../lib/parsed.ts'
import { entrySchema, time, type Entry } from '../entry/entry.ts'

/** A copy of an entry that the server has: it is sent again when the server turns out to have lost it. */
export const deliveredCopy = v.object({
  id: v.number(),
  entry: entrySchema,
  /** device clock */
  deliveredAt: time,
  /** Of all copies that were ever made here, this one included: the difference of two is what lies between them. */
  bytes: v.number(),
})
export type DeliveredCopy = v.InferOutput<typeof deliveredCopy>

/** Copies that the device retains, at most: a coach delivers about ten entries a day. */
const mostCopies = 1000
const mostBytes = 4_194_304
/** ms; 30 days, in which an operator notices that a database has to be restored, and the phone is used again */
const longestAge = 2_592_000_000

/** The copy that is stored of an entry when its receipt is here; `last` is the newest one so far. */
export const copyOf = (
  entry: Entry,
  { receipt, at, last }: { receipt: Receipt; at: number; last: DeliveredCopy | undefined },
): Omit<DeliveredCopy, 'id'> => {
  const copied: Entry = { ...entry, state: { is: 'waiting' }, receipt }
  const size = new TextEncoder().encode(JSON.stringify(copied)).byteLength
  return { entry: copied, deliveredAt: at, bytes: (last?.bytes ?? 0) + size }
}

/** Whether a copy has to go: it is too old, or too many or too much came after it. */
export const isExpired = (
  { id, bytes, deliveredAt }: DeliveredCopy,
  newest: Pick<DeliveredCopy, 'id' | 'bytes'>,
  now: number,
): boolean =>
  newest.id - id >= mostCopies ||
  newest.bytes - bytes >= mostBytes ||
  // A clock that was wrong for a while must not keep a copy for ever.
  Math.abs(now - deliveredAt) > longestAge

/** Reads a stored copy; one that cannot be read is none. */
export const readCopy = (row: unknown): DeliveredCopy | undefined => parsed(deliveredCopy, row)
