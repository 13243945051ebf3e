import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A moment, in the server's time unless it says otherwise. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' }).notNull()

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

/** Whose row it is; a customer who is erased takes every row along. */
export const customerId = () =>
  text('customer_id')
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' })
