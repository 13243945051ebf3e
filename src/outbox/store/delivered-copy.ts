import * as v from 'valibot'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import { parsed } from '../../lib/parsed.ts'
import { entrySchema, time, type Entry } from '../entry/entry.ts'

/** A copy of a delivered entry. The device sends it again if the server turns out to have lost it. */
export const deliveredCopy = v.object({
  id: v.number(),
  entry: entrySchema,
  /** By the device clock. */
  deliveredAt: time,
  /**
   * The total size of all copies ever made on this device, up to and including this one. The difference of
   * two values is the size of the copies between them.
   */
  bytes: v.number(),
})
export type DeliveredCopy = v.InferOutput<typeof deliveredCopy>

/** The most copies that the device retains. A coach delivers about ten entries a day. */
const mostCopies = 1000
const mostBytes = 4_194_304
/** In ms: 30 days, enough for an operator to restore a database and for the phone to be used again. */
const longestAge = 2_592_000_000

/** The copy to store when the receipt of an entry arrives. `last` is the newest copy so far. */
export const copyOf = (
  entry: Entry,
  { receipt, at, last }: { receipt: Receipt; at: number; last: DeliveredCopy | undefined },
): Omit<DeliveredCopy, 'id'> => {
  const copied: Entry = { ...entry, state: { is: 'waiting' }, receipt }
  const size = new TextEncoder().encode(JSON.stringify(copied)).byteLength
  return { entry: copied, deliveredAt: at, bytes: (last?.bytes ?? 0) + size }
}

/** Whether to delete a copy: it is too old, or newer copies exceed the retained number or bytes. */
export const isExpired = (
  { id, bytes, deliveredAt }: DeliveredCopy,
  newest: Pick<DeliveredCopy, 'id' | 'bytes'>,
  now: number,
): boolean =>
  newest.id - id >= mostCopies ||
  newest.bytes - bytes >= mostBytes ||
  // The absolute value also deletes a copy that was dated in the future by a wrong clock.
  Math.abs(now - deliveredAt) > longestAge

/**
 * The ids of the copies that stay when space is short: the copy of each lane that was captured last. Screens
 * prefer it to older results of the server, which may be all that they have without a connection. A coach who
 * edits those would save old answers over newer ones.
 */
export const lastOfLanes = (copies: readonly DeliveredCopy[]): ReadonlySet<number> => {
  const last = new Map<string, DeliveredCopy>()
  for (const copy of copies) {
    const { customer, lane, device, seq } = copy.entry
    const name = `${customer} ${lane}`
    const before = last.get(name)?.entry
    if (before?.device !== device || before.seq < seq) last.set(name, copy)
  }
  return new Set([...last.values()].map(({ id }) => id))
}

/** Reads a stored copy; undefined if it cannot be read. */
export const readCopy = (row: unknown): DeliveredCopy | undefined => parsed(deliveredCopy, row)
