import { and, eq, inArray, lte, ne, notExists, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { getTableName } from 'drizzle-orm/table'
import type { Database } from '../database.ts'
import { restoredCustomers } from './erasures.ts'
import { lockCustomer } from './lock-customer.ts'
import { personalTables } from './personal-tables.ts'
import { counting } from '../programme-totals.ts'
import {
  admins,
  customers,
  deviceCustomers,
  devices,
  deviceSecrets,
  erasedSessions,
  loyaltySignIns,
  sessions,
  signOuts,
} from '../schema.ts'

/** How many rows of each table speak of a customer. */
const countRows = async (tx: Database, customer: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { table, rowsOf } of personalTables) {
    const count = await tx.$count(table, rowsOf(customer))
    if (count > 0) counts[getTableName(table)] = count
  }
  return counts
}

/** The devices that a customer has used, or has signed in on at least. */
const devicesOf = async (tx: Database, customer: string): Promise<string[]> => {
  const reported = tx
    .select({ id: deviceCustomers.device })
    .from(deviceCustomers)
    .where(eq(deviceCustomers.customerId, customer))
  const signedIn = tx.select({ id: sessions.device }).from(sessions).where(eq(sessions.customerId, customer))
  const last = tx.select({ id: devices.id }).from(devices).where(eq(devices.customerId, customer))
  return (await union(reported, signedIn, last)).map(({ id }) => id)
}

/** Of some devices deletes those that nobody but the customer has used; from the others the customer disappears. */
const deleteDevices = async (tx: Database, customer: string, ids: string[]): Promise<void> => {
  await tx
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.id, ids))
    .orderBy(devices.id)
    .for('update')
  const others = tx
    .select({ one: sql`1` })
    .from(deviceCustomers)
    .where(and(eq(deviceCustomers.device, devices.id), ne(deviceCustomers.customerId, customer)))
  // In a statement of its own: what another customer's report stored while the lock was waited for is seen.
  await tx.delete(devices).where(and(inArray(devices.id, ids), notExists(others)))
  await tx.update(devices).set({ customerId: null, country: null }).where(eq(devices.customerId, customer))
}

/** Of some devices forgets which browser they are, where nobody uses them any more. */
const deleteSecrets = async (tx: Database, ids: string[]): Promise<void> => {
  const { device } = deviceSecrets
  const known = tx.select().from(devices).where(eq(devices.id, device))
  const signedIn = tx.select().from(sessions).where(eq(sessions.device, device))
  await tx.delete(deviceSecrets).where(and(inArray(device, ids), notExists(known), notExists(signedIn)))
}

/** Remembers the customer's sessions as ended by an erasure, for as long as their cookies live. */
const rememberSessions = async (tx: Database, customer: string, now: Date): Promise<void> => {
  await tx.delete(erasedSessions).where(lte(erasedSessions.expiresAt, now))
  const ended = await tx
    .select({ tokenHash: sessions.tokenHash, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.customerId, customer))
  if (ended.length > 0) await tx.insert(erasedSessions).values(ended).onConflictDoNothing()
}

/** Deletes a customer whom the transaction has locked, with every row that speaks of them; returns how many there were. */
export const eraseCustomer = async (
  tx: Database,
  customer: string,
  now: Date,
): Promise<Record<string, number>> => {
  const rows = await countRows(tx, customer)
  await counting(tx, customer, async () => {
    const used = await devicesOf(tx, customer)
    await rememberSessions(tx, customer, now)
    await deleteDevices(tx, customer, used)
    for (const table of [admins, loyaltySignIns, signOuts])
      await tx.delete(table).where(eq(table.customerId, customer))
    // Every other row refers to the customer, and goes along.
    await tx.delete(customers).where(eq(customers.id, customer))
    await deleteSecrets(tx, used)
  })
  return rows
}

/** Erases again whom a backup brought back; returns how many there were. */
export const eraseRestored = async (db: Database, now: () => Date): Promise<number> => {
  const restored = await restoredCustomers(db)
  for (const customer of restored) {
    await db.transaction(async (tx) => {
      if (await lockCustomer(tx, customer)) await eraseCustomer(tx, customer, now())
    })
  }
  return restored.length
}
