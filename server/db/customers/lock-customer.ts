import { eq, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { customers } from '../tables/customers-table.ts'

const toLockKey = (customerId: string) => sql`hashtextextended(${customerId}, 0)`

/**
 * Makes an erasure of a customer wait until the transaction ends, and waits for an erasure that asked for the
 * lock first. Must come first in a transaction: a transaction that already holds row locks could deadlock
 * here with an erasure that waits for those rows.
 *
 * Foreign keys make an erasure wait, too. But PostgreSQL lets each new shared row lock overtake a waiting
 * exclusive one, so an erasure might never get its turn. Advisory locks are granted in the order of the
 * requests.
 */
export const lockCustomerShared = async (tx: Database, customerId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${toLockKey(customerId)})`)
}

/**
 * Locks a customer until the end of a transaction. Waits for all work in progress that refers to the
 * customer; later work no longer finds the customer. Resolves to false if there is no such customer.
 */
export const lockCustomer = async (tx: Database, customerId: string): Promise<boolean> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${toLockKey(customerId)})`)
  const lockedRows = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('update')
  return lockedRows.length > 0
}
