import type { Database } from '../db/database.ts'
import { admins } from '../db/schema.ts'

/** Adds customers to the product's list of admins; whom it names already, and others, stay. */
export const listAdmins = async (db: Database, customers: readonly string[]): Promise<void> => {
  if (customers.length === 0) return
  await db
    .insert(admins)
    .values(customers.map((customerId) => ({ customerId })))
    .onConflictDoNothing()
}
