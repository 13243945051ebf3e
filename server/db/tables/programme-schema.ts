import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { customerId, time } from './customers-table.ts'

/** The months (UTC, such as 2026-03) when an entry of a coach reached the server. */
export const activeMonths = pgTable(
  'active_months',
  { customerId: customerId(), month: text('month').notNull() },
  (table) => [primaryKey({ columns: [table.customerId, table.month] })],
)

/** How many people a coach reaches in each season, as last reported. A season is a calendar year. */
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
 * The questions that a coach answered with text, with locale and country. The text itself stays in the
 * answers. The indexes let admins page through the texts quickly, even of a country that has few.
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

/** The key of a total. `question` and `choice` (an option of the question) are empty except for answers. */
const totalKey = {
  /** What the total counts, such as `registrations`. */
  measure: text('measure').notNull(),
  /** A module, a course, or empty. */
  subject: text('subject').notNull(),
  question: text('question').notNull(),
  choice: text('choice').notNull(),
  locale: text('locale').notNull(),
  country: text('country').notNull(),
  month: text('month').notNull(),
}

/** The totals of the programme that admins read. They are stored so that no query has to count rows. */
export const programmeTotals = pgTable(
  'programme_totals',
  { ...totalKey, amount: bigint('amount', { mode: 'number' }).notNull() },
  (table) => [
    primaryKey({
      columns: [table.measure, table.subject, table.question, table.choice, table.locale, table.month],
    }),
  ],
)
