import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { admins } from '../db/schema.ts'

/** Adds customers to the product's list of admins. Never removes a customer. */
export const addAdmins = async (db: Database, customerIds: readonly string[]): Promise<void> => {
  if (customerIds.length === 0) return
  await db
    .insert(admins)
    .values(customerIds.map((customerId) => ({ customerId })))
    .onConflictDoNothing()
}

/** Whether the product's own list names a customer as an admin. Ignores the groups in tokens. */
export const isListedAdmin = async (db: Database, customerId: string): Promise<boolean> =>
  (await db.$count(admins, eq(admins.customerId, customerId))) > 0
