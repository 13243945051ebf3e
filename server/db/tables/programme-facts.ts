import { bigint, pgView, text } from 'drizzle-orm/pg-core'

/**
 * What each coach adds to the totals of the programme, from the rows that speak of them. The one definition of every number:
 * the migration that made the view says it in SQL.
 */
export const programmeFacts = pgView('programme_facts', {
  customerId: text('customer_id').notNull(),
  measure: text('measure').notNull(),
  subject: text('subject').notNull(),
  question: text('question').notNull(),
  choice: text('choice').notNull(),
  locale: text('locale').notNull(),
  country: text('country').notNull(),
  month: text('month').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
}).existing()
