import { eq, sql } from 'drizzle-orm'
import { TransactionRollbackError } from 'drizzle-orm/errors'
import { isAdminRole, type Role } from '../../src/contract/roles.ts'
import type { Customer } from '../../src/contract/shared-schemas.ts'
import { findLastErasure } from '../db/customers/erasures.ts'
import type { Database } from '../db/database.ts'
import { customers, registrations } from '../db/schema.ts'

type NewCustomer = {
  id: string
  country: string
  language: string
  company?: string
  email?: string
}

/** A stored customer, without the role. */
type StoredCustomer = Omit<Customer, 'admin' | 'role'>

/** Adds the role to a customer in a response. */
export const describeRole = (role: Role) => ({ role, admin: isAdminRole(role) })

/** Finds and creates customers in the database. A customer is created at their first sign-in. */
export const createCustomerStore = ({ db, now }: { db: Database; now: () => Date }) => {
  const find = async (customerId: string, tx: Database = db): Promise<StoredCustomer | undefined> => {
    const [row] = await tx
      .select({ customer: customers, registered: registrations.customerId })
      .from(customers)
      .leftJoin(registrations, eq(registrations.customerId, customers.id))
      .where(eq(customers.id, customerId))
    if (!row) return undefined
    const { country, language, createdAt } = row.customer
    return {
      customer_id: customerId,
      country,
      language,
      registered: row.registered !== null,
      created_at: createdAt.toISOString(),
    }
  }

  /** Inserts a customer, or adds a company and an email address to a stored one if they were unknown. */
  const insertOrComplete = (tx: Database, customer: NewCustomer) =>
    tx
      .insert(customers)
      .values({ ...customer, createdAt: now() })
      .onConflictDoUpdate({
        target: customers.id,
        set: {
          company: sql`coalesce(${customers.company}, excluded.company)`,
          email: sql`coalesce(${customers.email}, excluded.email)`,
        },
      })
      // `xmax` is 0 if the statement inserted the row, and not 0 if it updated the row.
      .returning({ createdAt: customers.createdAt, isNew: sql<boolean>`xmax = 0` })

  /**
   * Finds the customer of a sign-in, or creates them. Resolves to undefined if the account was erased after
   * the sign-in, because the customer must not be created again. The insert waits for an erasure in progress,
   * so the query after it sees that erasure.
   */
  const findOrCreate = async (
    customer: NewCustomer,
    signedInAt: Date,
  ): Promise<StoredCustomer | undefined> => {
    try {
      return await db.transaction(async (tx) => {
        const [storedRow] = await insertOrComplete(tx, customer)
        const erasure = await findLastErasure(tx, customer.id)
        // Throws a `TransactionRollbackError`.
        if (erasure && signedInAt <= erasure.erasedAt) tx.rollback()
        // If this instance's clock is behind, the new account seems older than the erasure. The next instance
        // that starts would take it for an account that a backup restored, and erase it.
        if (erasure && storedRow?.isNew && storedRow.createdAt <= erasure.erasedAt) {
          const createdAt = new Date(erasure.erasedAt.getTime() + 1)
          await tx.update(customers).set({ createdAt }).where(eq(customers.id, customer.id))
        }
        return find(customer.id, tx)
      })
    } catch (error) {
      if (error instanceof TransactionRollbackError) return undefined
      throw error
    }
  }

  return { find, findOrCreate }
}

export type CustomerStore = ReturnType<typeof createCustomerStore>
