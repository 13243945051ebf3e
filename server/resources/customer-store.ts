import { eq, sql } from 'drizzle-orm'
import type { Customer } from '../../src/contract/shapes.ts'
import type { Database } from '../db/database.ts'
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
  const find = async (id: string): Promise<KnownCustomer | undefined> => {
    const [found] = await db
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

  /** The customer as they were first seen; company and email address are added where they were not known yet. */
  const findOrCreate = async (customer: NewCustomer): Promise<KnownCustomer> => {
    await db
      .insert(customers)
      .values({ ...customer, createdAt: now() })
      .onConflictDoUpdate({
        target: customers.id,
        set: {
          company: sql`coalesce(${customers.company}, excluded.company)`,
          email: sql`coalesce(${customers.email}, excluded.email)`,
        },
      })
    const found = await find(customer.id)
    if (!found) throw new Error('A customer disappeared just after being stored.')
    return found
  }

  return { find, findOrCreate }
}

export type CustomerStore = ReturnType<typeof createCustomerStore>
