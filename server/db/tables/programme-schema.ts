import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { customerId, time } from './customers-table.ts'

/** The months (UTC, as 2026-03) in which something of a coach reached the server. */
export const activeMonths = pgTable(
  'active_months',
  { customerId: customerId(), month: text('month').notNull() },
  (table) => [primaryKey({ columns: [table.customerId, table.month] })],
)

/** Whom a coach said to reach, season by season: what was said last in each. A season is a calendar year. */
export const seasonImpacts = pgTable(
  'season_impacts',
  {
    customerId: customerId(),
    season: integer('season').notNull(),
    numberOfPeople: integer('number_of_people').notNull(),
    youngFemale: text('young_female').notNull(),
    sportType: text('sport_type').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    capturedAt: timestamp('captured_at', { withTimezone: true, mode: 'date' }),
    receivedAt: time('received_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.season] })],
)

/**
 * The answers in which a coach wrote something, question by question, and where they are from: what was written stays in
 * the answers. Admins page through them by these indexes, however few there are of a country.
 */
export const writtenAnswers = pgTable(
  'written_answers',
  {
    customerId: customerId(),
    moduleId: text('module_id').notNull(),
    question: text('question').notNull(),
    locale: text('locale').notNull(),
    country: text('country').notNull(),
    answeredAt: time('answered_at'),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
  },
  (table) => {
    const { moduleId, question, country, answeredAt, sequence } = table
    return [
      primaryKey({ columns: [table.customerId, moduleId, question] }),
      index('written_answers_all').on(moduleId, question, answeredAt, sequence),
      index('written_answers_country').on(moduleId, question, country, answeredAt, sequence),
    ]
  },
)

/** What a total counts; `question` and `choice` are filled for answers only. */
const countedBy = {
  measure: text('measure').notNull(),
  /** A module, a course, or nothing. */
  subject: text('subject').notNull(),
  question: text('question').notNull(),
  choice: text('choice').notNull(),
  locale: text('locale').notNull(),
  country: text('country').notNull(),
  month: text('month').notNull(),
}

/** How much there is of everything that admins read of the programme: kept beside the rows, so that no query counts them. */
export const programmeTotals = pgTable(
  'programme_totals',
  { ...countedBy, amount: bigint('amount', { mode: 'number' }).notNull() },
  (table) => [
    primaryKey({
      columns: [table.measure, table.subject, table.question, table.choice, table.locale, table.month],
    }),
  ],
)
