import { eq, sql } from 'drizzle-orm'
import { TransactionRollbackError } from 'drizzle-orm/errors'
import type { Customer } from '../../src/contract/shapes.ts'
import type { Database } from '../db/database.ts'
import { lastErasure } from '../db/customers/erasures.ts'
import { customers, registrations } from '../db/schema.ts'

type NewCustomer = {
  id: string
  country: string
  language: string
  company?: string
  email?: string
}

/** What is known of a customer; whether they are an admin, their token or the list of admins says. */
type KnownCustomer = Omit<Customer, 'admin'>

/** The customers of the product. */
export const createCustomerStore = ({ db, now }: { db: Database; now: () => Date }) => {
  const find = async (id: string, within: Database = db): Promise<KnownCustomer | undefined> => {
    const [found] = await within
      .select({ customer: customers, registered: registrations.customerId })
      .from(customers)
      .leftJoin(registrations, eq(registrations.customerId, customers.id))
      .where(eq(customers.id, id))
    if (!found) return undefined
    const { country, language, createdAt } = found.customer
    return {
      customer_id: id,
      country,
      language,
      registered: found.registered !== null,
      created_at: createdAt.toISOString(),
    }
  }

  const store = (tx: Database, customer: NewCustomer) =>
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
      .returning({ createdAt: customers.createdAt, isNew: sql<boolean>`xmax = 0` })

  /**
   * The customer of a sign-in as they were first seen; company and email address are added where they were not known yet.
   * Undefined where the account was erased since the token of that sign-in was verified: it must not be there again. The
   * write waits for the erasure, so the look after it sees what the erasure wrote.
   */
  const findOrCreate = async (
    customer: NewCustomer,
    signedInAt: Date,
  ): Promise<KnownCustomer | undefined> => {
    try {
      return await db.transaction(async (tx) => {
        const [stored] = await store(tx, customer)
        const erasure = await lastErasure(tx, customer.id)
        if (erasure && signedInAt <= erasure.erasedAt) tx.rollback()
        // By the clock of this copy the account may be older than its erasure, which would make it one that a backup brought back.
        if (erasure && stored?.isNew && stored.createdAt <= erasure.erasedAt) {
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
