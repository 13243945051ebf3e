import { eq, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { customers } from '../tables/customers-table.ts'

/** The number of a customer's advisory lock. */
const lockOf = (customer: string) => sql`hashtextextended(${customer}, 0)`

/**
 * Has an erasure of a customer wait until the transaction ends, and waits for one that asked before. It comes first in a
 * transaction: one that waited here with rows locked could wait for the erasure that waits for them.
 *
 * The foreign keys make an erasure wait, too, but PostgreSQL lets every newcomer that may share a row pass whoever waits to
 * have it alone. Its advisory locks are given in the order in which they were asked for.
 */
export const holdCustomer = async (tx: Database, customer: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(customer)})`)
}

/**
 * Locks a customer until the end of a transaction. Whatever refers to the customer and is under way is waited for;
 * whatever comes after finds the customer gone. False where there is no such customer.
 */
export const lockCustomer = async (tx: Database, customer: string): Promise<boolean> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(customer)})`)
  const locked = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customer))
    .for('update')
  return locked.length > 0
}
