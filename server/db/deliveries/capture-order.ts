import { and, eq, lt, sql, type SQL } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../database.ts'
import { customers, deliveries } from '../schema.ts'
import type { DeviceSequence } from './sequence-gaps.ts'

/*
 * Decides which of two entries of a customer was captured last. Entries of one device are compared by their
 * numbers; clocks are compared only between devices.
 */

/** The device and time of a capture. `device` and `seq` are null if they are unknown. */
export type Origin = { device: string | null; seq: number | null; capturedAt: Date }

/** Whether both are known to come from the same device. */
export const isOfOneDevice = (one: Omit<Origin, 'capturedAt'>, other: Omit<Origin, 'capturedAt'>): boolean =>
  one.device !== null && one.device === other.device

/**
 * Whether `one` was captured after `than`, which was delivered earlier. Compares the numbers of their device
 * if both are known, else the clocks.
 */
export const isCapturedLater = (one: Origin, than: Origin): boolean =>
  isOfOneDevice(one, than) && one.seq !== null && than.seq !== null
    ? one.seq > than.seq
    : one.capturedAt >= than.capturedAt

const stored = alias(deliveries, 'stored')
const arrived = alias(deliveries, 'arrived')

/**
 * Whether delivery `sequence` was captured after delivery `than`, by the numbers from their device: its clock
 * may have been set back in between, and an entry that a restored database lost arrives late. Yields no row
 * if the devices differ or are unknown.
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

/** Whether an entry has arrived that the device captured for the customer before number `seq`. */
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
 * Makes simultaneous deliveries of a customer take turns, until their transactions end. A stronger lock would
 * also block transactions that only refer to the customer.
 */
export const takeTurn = async (tx: Database, customer: string): Promise<void> => {
  await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, customer)).for('no key update')
}
