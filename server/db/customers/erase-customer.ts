import { and, eq, inArray, lte, ne, notExists, or, sql } from 'drizzle-orm'
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
  endedSignIns,
  erasedSessions,
  loyaltySignIns,
  retiredDevices,
  roleChanges,
  sessions,
  signOuts,
} from '../schema.ts'
import { findRestoredCustomers } from './erasures.ts'
import { lockCustomer } from './lock-customer.ts'
import { personalTables } from './personal-tables.ts'

/** Counts the rows about a customer in each table. */
const countRows = async (tx: Database, customerId: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { table, getCondition } of personalTables) {
    const count = await tx.$count(table, getCondition(customerId))
    if (count > 0) counts[getTableName(table)] = count
  }
  return counts
}

/** Lists the devices that a customer has used or signed in on. */
const listDevices = async (tx: Database, customerId: string): Promise<string[]> => {
  const byReport = tx
    .select({ id: deviceCustomers.device })
    .from(deviceCustomers)
    .where(eq(deviceCustomers.customerId, customerId))
  const bySession = tx
    .select({ id: sessions.device })
    .from(sessions)
    .where(eq(sessions.customerId, customerId))
  const asLastCustomer = tx.select({ id: devices.id }).from(devices).where(eq(devices.customerId, customerId))
  return (await union(byReport, bySession, asLastCustomer)).map(({ id }) => id)
}

/** Deletes the devices that only this customer has used. Removes the customer from the others. */
const deleteDevices = async (tx: Database, customerId: string, deviceIds: string[]): Promise<void> => {
  // Locks the devices against reports of other customers. Locking in a fixed order avoids deadlocks.
  await tx
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.id, deviceIds))
    .orderBy(devices.id)
    .for('update')
  const otherCustomers = tx
    .select({ one: sql`1` })
    .from(deviceCustomers)
    .where(and(eq(deviceCustomers.device, devices.id), ne(deviceCustomers.customerId, customerId)))
  // Other customers may have signed in and delivered, but not reported yet.
  const otherSessions = tx
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.device, devices.id), ne(sessions.customerId, customerId)))
  // A separate statement, so that it sees what another customer's report stored before the lock was granted.
  await tx
    .delete(devices)
    .where(and(inArray(devices.id, deviceIds), notExists(otherCustomers), notExists(otherSessions)))
  await tx.update(devices).set({ customerId: null, country: null }).where(eq(devices.customerId, customerId))
}

/**
 * Retires the ids of devices that no customer uses now, so that no device uses them again. Deletes their
 * secrets.
 */
const retireDevices = async (tx: Database, deviceIds: string[], now: Date): Promise<void> => {
  const byReport = tx.select({ id: devices.id }).from(devices).where(inArray(devices.id, deviceIds))
  const bySession = tx
    .select({ id: sessions.device })
    .from(sessions)
    .where(inArray(sessions.device, deviceIds))
  const idsUsedByOthers = new Set((await union(byReport, bySession)).map(({ id }) => id))
  const unusedIds = deviceIds.filter((id) => !idsUsedByOthers.has(id))
  if (unusedIds.length === 0) return
  await tx.delete(deviceSecrets).where(inArray(deviceSecrets.device, unusedIds))
  const retired = unusedIds.map((id) => ({ deviceHash: sha256(id), retiredAt: now }))
  await tx.insert(retiredDevices).values(retired).onConflictDoNothing()
}

/** Records that an erasure ended the customer's sessions. Deletes the records whose cookies have expired. */
const storeErasedSessions = async (tx: Database, customerId: string, now: Date): Promise<void> => {
  await tx.delete(erasedSessions).where(lte(erasedSessions.expiresAt, now))
  const customerSessions = await tx
    .select({ tokenHash: sessions.tokenHash, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.customerId, customerId))
  if (customerSessions.length === 0) return
  await tx.insert(erasedSessions).values(customerSessions).onConflictDoNothing()
}

/**
 * Locks the changes of roles that name the erased customer, as the customer or as the manager. Two managers may
 * have changed each other's role. If both are erased at the same time, the erasures change the same rows, and
 * would deadlock without this fixed order.
 */
const lockRoleChanges = async (tx: Database, customerId: string): Promise<void> => {
  await tx
    .select({ id: roleChanges.id })
    .from(roleChanges)
    .where(or(eq(roleChanges.customerId, customerId), eq(roleChanges.changedBy, customerId)))
    .orderBy(roleChanges.id)
    .for('update')
}

/**
 * Deletes a customer and all rows about them. The transaction must have locked the customer. Resolves to the
 * numbers of deleted rows by table.
 */
export const eraseCustomer = async (
  tx: Database,
  customerId: string,
  now: Date,
): Promise<Record<string, number>> => {
  const rows = await countRows(tx, customerId)
  await withTotals(tx, customerId, async () => {
    const usedDeviceIds = await listDevices(tx, customerId)
    await storeErasedSessions(tx, customerId, now)
    await lockRoleChanges(tx, customerId)
    await deleteDevices(tx, customerId, usedDeviceIds)
    for (const table of [admins, endedSignIns, loyaltySignIns, signOuts]) {
      await tx.delete(table).where(eq(table.customerId, customerId))
    }
    // Every other row refers to the customer and is deleted by cascade.
    await tx.delete(customers).where(eq(customers.id, customerId))
    await retireDevices(tx, usedDeviceIds, now)
  })
  return rows
}

/** Erases again the customers who were erased but are in a restored backup. Resolves to their number. */
export const eraseRestored = async (db: Database, now: () => Date): Promise<number> => {
  const restoredCustomerIds = await findRestoredCustomers(db)
  for (const customerId of restoredCustomerIds) {
    await db.transaction(async (tx) => {
      if (await lockCustomer(tx, customerId)) await eraseCustomer(tx, customerId, now())
    })
  }
  return restoredCustomerIds.length
}
