import { and, eq, lt, sql, type SQL } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../database.ts'
import { customers, deliveries } from '../schema.ts'
import type { DeviceSequence } from './sequence-gaps.ts'

/* Which of two entries of a customer was captured last. Clocks are compared between devices only: one device numbers its own. */

/** Where and when something was captured; `device` and `seq` are null where that is not known. */
export type Origin = { device: string | null; seq: number | null; capturedAt: Date }

/** Whether two things are of one device, as far as that is known. */
export const isOfOneDevice = (one: Omit<Origin, 'capturedAt'>, other: Omit<Origin, 'capturedAt'>): boolean =>
  one.device !== null && one.device === other.device

/** Whether something was captured after `than`, which was delivered before it: by the numbers of their device, else by the clocks. */
export const isCapturedLater = (one: Origin, than: Origin): boolean =>
  isOfOneDevice(one, than) && one.seq !== null && than.seq !== null
    ? one.seq > than.seq
    : one.capturedAt >= than.capturedAt

const stored = alias(deliveries, 'stored')
const arrived = alias(deliveries, 'arrived')

/**
 * Whether the delivery `sequence` was captured after the delivery `than`, by the numbers that their device gave them: its clock
 * may have been set back in between, and what a restored database had lost arrives late. No row where they are of two devices, or
 * of one that is not known.
 */
export const laterOnDevice = (
  tx: Database,
  { sequence, than }: Record<'sequence' | 'than', number | SQL | PgColumn>,
) =>
  tx
    .select({ isLater: sql<boolean>`${arrived.seq} > ${stored.seq}` })
    .from(arrived)
    .innerJoin(stored, eq(stored.device, arrived.device))
    .where(and(eq(arrived.sequence, sequence), eq(stored.sequence, than)))

/** Whether anything has arrived that a device captured for a customer before its number `seq`. */
export const hasEarlier = async (
  db: Database,
  { customer, device, seq }: DeviceSequence & { customer: string },
): Promise<boolean> => {
  const { customerId, key } = deliveries
  const earlier = and(eq(customerId, customer), eq(deliveries.device, device), lt(deliveries.seq, seq))
  const [found] = await db.select({ key }).from(deliveries).where(earlier).limit(1)
  return found !== undefined
}

/**
 * Lets the deliveries of a customer that arrive at once take turns, until the end of their transactions. A stronger lock would block
 * those that only refer to the customer.
 */
export const takeTurn = async (tx: Database, customer: string): Promise<void> => {
  await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, customer)).for('no key update')
}
