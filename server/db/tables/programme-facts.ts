import { bigint, pgView, text } from 'drizzle-orm/pg-core'

/**
 * What each coach adds to the totals of the programme, from the rows about them. The SQL of the migration
 * that created the view is the single definition of every number.
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
