import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A time, by the server's clock unless the column says otherwise. */
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

/** The customer of a row. Erasing the customer deletes the row. */
export const customerId = () =>
  text('customer_id')
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' })
