import { and, eq, inArray, lte, ne, notExists, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { getTableName } from 'drizzle-orm/table'
import { sha256 } from '../../../node/sha256.ts'
import type { Database } from '../database.ts'
import { withTotals } from '../programme-totals.ts'
import {
  admins,
  customers,
  deviceCustomers,
  devices,
  deviceSecrets,
  erasedSessions,
  loyaltySignIns,
  retiredDevices,
  sessions,
  signOuts,
} from '../schema.ts'
import { findRestoredCustomers } from './erasures.ts'
import { lockCustomer } from './lock-customer.ts'
import { personalTables } from './personal-tables.ts'

/** Counts the rows about a customer in each table. */
const countRows = async (tx: Database, customer: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { table, getCondition } of personalTables) {
    const count = await tx.$count(table, getCondition(customer))
    if (count > 0) counts[getTableName(table)] = count
  }
  return counts
}

/** Lists the devices that a customer has used or signed in on. */
const listDevices = async (tx: Database, customer: string): Promise<string[]> => {
  const byReport = tx
    .select({ id: deviceCustomers.device })
    .from(deviceCustomers)
    .where(eq(deviceCustomers.customerId, customer))
  const bySession = tx.select({ id: sessions.device }).from(sessions).where(eq(sessions.customerId, customer))
  const asLastCustomer = tx.select({ id: devices.id }).from(devices).where(eq(devices.customerId, customer))
  return (await union(byReport, bySession, asLastCustomer)).map(({ id }) => id)
}

/** Deletes the devices that only this customer has used. Removes the customer from the others. */
const deleteDevices = async (tx: Database, customer: string, ids: string[]): Promise<void> => {
  // Locks the devices against reports of other customers. Locking in a fixed order avoids deadlocks.
  await tx
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.id, ids))
    .orderBy(devices.id)
    .for('update')
  const otherCustomers = tx
    .select({ one: sql`1` })
    .from(deviceCustomers)
    .where(and(eq(deviceCustomers.device, devices.id), ne(deviceCustomers.customerId, customer)))
  // Others may have signed in and delivered, but not reported yet.
  const otherSessions = tx
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.device, devices.id), ne(sessions.customerId, customer)))
  // A separate statement, so that it sees what another customer's report stored before the lock was granted.
  await tx
    .delete(devices)
    .where(and(inArray(devices.id, ids), notExists(otherCustomers), notExists(otherSessions)))
  await tx.update(devices).set({ customerId: null, country: null }).where(eq(devices.customerId, customer))
}

/** Retires the devices that no customer uses now, and deletes their secrets. */
const retireDevices = async (tx: Database, ids: string[], now: Date): Promise<void> => {
  const byReport = tx.select({ id: devices.id }).from(devices).where(inArray(devices.id, ids))
  const bySession = tx.select({ id: sessions.device }).from(sessions).where(inArray(sessions.device, ids))
  const usedByOthers = new Set((await union(byReport, bySession)).map(({ id }) => id))
  const unused = ids.filter((id) => !usedByOthers.has(id))
  if (unused.length === 0) return
  await tx.delete(deviceSecrets).where(inArray(deviceSecrets.device, unused))
  const retired = unused.map((id) => ({ deviceHash: sha256(id), retiredAt: now }))
  await tx.insert(retiredDevices).values(retired).onConflictDoNothing()
}

/** Notes that the customer's sessions ended by an erasure. Deletes the notes whose cookies have expired. */
const storeErasedSessions = async (tx: Database, customer: string, now: Date): Promise<void> => {
  await tx.delete(erasedSessions).where(lte(erasedSessions.expiresAt, now))
  const customerSessions = await tx
    .select({ tokenHash: sessions.tokenHash, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.customerId, customer))
  if (customerSessions.length === 0) return
  await tx.insert(erasedSessions).values(customerSessions).onConflictDoNothing()
}

/**
 * Deletes a customer and all rows about them. The transaction must have locked the customer. Resolves to the
 * numbers of deleted rows by table.
 */
export const eraseCustomer = async (
  tx: Database,
  customer: string,
  now: Date,
): Promise<Record<string, number>> => {
  const rows = await countRows(tx, customer)
  await withTotals(tx, customer, async () => {
    const usedDevices = await listDevices(tx, customer)
    await storeErasedSessions(tx, customer, now)
    await deleteDevices(tx, customer, usedDevices)
    for (const table of [admins, loyaltySignIns, signOuts]) {
      await tx.delete(table).where(eq(table.customerId, customer))
    }
    // Every other row refers to the customer and is deleted by cascade.
    await tx.delete(customers).where(eq(customers.id, customer))
    await retireDevices(tx, usedDevices, now)
  })
  return rows
}

/** Erases again the customers who were erased but are in a restored backup. Resolves to their number. */
export const eraseRestored = async (db: Database, now: () => Date): Promise<number> => {
  const restoredCustomers = await findRestoredCustomers(db)
  for (const customer of restoredCustomers) {
    await db.transaction(async (tx) => {
      if (await lockCustomer(tx, customer)) await eraseCustomer(tx, customer, now())
    })
  }
  return restoredCustomers.length
}
