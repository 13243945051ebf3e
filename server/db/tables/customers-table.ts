import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Creates a column with a time. Times are by the server's clock, unless a column's comment says otherwise.
 */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' }).notNull()

/** Coaches and admins, from their first sign-in until their account is erased. */
export const customers = pgTable(
  'customers',
  {
    id: text('id').primaryKey(),
    country: text('country').notNull(),
    language: text('language').notNull(),
    company: text('company'),
    email: text('email'),
    createdAt: time('created_at'),
  },
  (table) => [index('customers_country').on(table.country, table.id)],
)

/** Creates a column with the customer of a row. Erasing the customer deletes the row. */
export const customerId = () =>
  text('customer_id')
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' })
