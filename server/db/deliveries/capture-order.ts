import { and, eq, lt, sql, type SQL } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../database.ts'
import { customers, deliveries } from '../schema.ts'
import type { DeviceSequence } from './sequence-gaps.ts'

/*
 * Decides which of two entries of a customer was captured last. Entries of one device are compared by their
 * numbers; clocks are compared only between devices.
 */

/**
 * Where and when an entry was captured. `seq` is the entry's number on the device. `device` and `seq` are
 * null if they are unknown.
 */
export type Origin = { device: string | null; seq: number | null; capturedAt: Date }

/** Whether both entries are known to come from the same device. */
export const isSameDevice = (a: Pick<Origin, 'device'>, b: Pick<Origin, 'device'>): boolean =>
  a.device !== null && a.device === b.device

/**
 * Whether an entry was captured after one that was delivered earlier. Compares their numbers if both come
 * from one device and have one, otherwise the times of capture.
 */
export const isCapturedLater = (entry: Origin, earlierDelivery: Origin): boolean => {
  const { seq } = entry
  const { seq: earlierSeq } = earlierDelivery
  const haveNumbers = seq !== null && earlierSeq !== null
  if (haveNumbers && isSameDevice(entry, earlierDelivery)) return seq > earlierSeq
  return entry.capturedAt >= earlierDelivery.capturedAt
}

const storedDelivery = alias(deliveries, 'stored')
const arrivedDelivery = alias(deliveries, 'arrived')

/**
 * Selects whether the delivery `arrived` was captured after the delivery `stored`, as a subquery that other
 * statements contain. Both deliveries are given by their sequence, which is the server's own number.
 *
 * Compares the entries' numbers on the device, because neither times nor the order of arrival are reliable:
 * the device's clock may have been set back, and an entry that a restored database lost arrives again late.
 * Selects no row (null in the other statement) if the devices differ or are unknown.
 */
export const selectIsLater = (
  tx: Database,
  { arrived, stored }: Record<'arrived' | 'stored', number | SQL | PgColumn>,
) =>
  tx
    .select({ isLater: sql<boolean>`${arrivedDelivery.seq} > ${storedDelivery.seq}` })
    .from(arrivedDelivery)
    .innerJoin(storedDelivery, eq(storedDelivery.device, arrivedDelivery.device))
    .where(and(eq(arrivedDelivery.sequence, arrived), eq(storedDelivery.sequence, stored)))

/** Whether an entry of the customer has arrived that the device captured before number `seq`. */
export const hasEarlier = async (
  db: Database,
  { customer: customerId, device, seq }: DeviceSequence & { customer: string },
): Promise<boolean> => {
  const isEarlier = and(
    eq(deliveries.customerId, customerId),
    eq(deliveries.device, device),
    lt(deliveries.seq, seq),
  )
  const [row] = await db.select({ key: deliveries.key }).from(deliveries).where(isEarlier).limit(1)
  return row !== undefined
}

/**
 * Makes other deliveries of the same customer wait until this transaction ends. Uses `no key update`, because
 * a plain `update` lock would also block transactions that insert rows with a foreign key to the customer.
 */
export const lockDeliveries = async (tx: Database, customerId: string): Promise<void> => {
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update')
}
