import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { sha256 } from '../../../node/sha256.ts'
import type { Database } from '../database.ts'
import { customers, erasures } from '../schema.ts'

export type Erasure = typeof erasures.$inferSelect

/** Returns the SHA-256 hash that identifies the customer of an erasure. */
export const hashCustomer = (customerId: string): string => sha256(customerId)

/** Finds the last erasure of a customer, even if they have a new account. */
export const findLastErasure = async (db: Database, customerId: string): Promise<Erasure | undefined> => {
  const [erasure] = await db
    .select()
    .from(erasures)
    .where(eq(erasures.customerHash, hashCustomer(customerId)))
    .orderBy(desc(erasures.erasedAt))
    .limit(1)
  return erasure
}

/** Finds those of the given customers who were erased and have no new account. */
export const findErasedCustomers = async (
  db: Database,
  customerIds: readonly string[],
): Promise<string[]> => {
  const idByHash = new Map(customerIds.map((id) => [hashCustomer(id), id]))
  const erasureRows = await db
    .selectDistinct({ hash: erasures.customerHash })
    .from(erasures)
    .where(inArray(erasures.customerHash, [...idByHash.keys()]))
  const erasedIds = erasureRows.flatMap(({ hash }) => idByHash.get(hash) ?? [])
  if (erasedIds.length === 0) return []
  const accounts = await db
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, erasedIds))
  const idsWithAccount = new Set(accounts.map(({ id }) => id))
  return erasedIds.filter((id) => !idsWithAccount.has(id))
}

/** Finds customers who are in the database although they were erased, because a backup restored them. */
export const findRestoredCustomers = async (db: Database): Promise<string[]> => {
  // Computes `hashCustomer` in the database.
  const hash = sql`encode(sha256(convert_to(${customers.id}, 'UTF8')), 'hex')`
  // A customer with a new account after an erasure was created later, and is not found here.
  const rows = await db
    .selectDistinct({ id: customers.id })
    .from(customers)
    .innerJoin(erasures, and(eq(erasures.customerHash, hash), gte(erasures.erasedAt, customers.createdAt)))
  return rows.map(({ id }) => id)
}
