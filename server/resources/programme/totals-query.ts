import { and, asc, between, eq, inArray, max, min, ne, sql, sum } from 'drizzle-orm'
import { courses } from '../../../src/config/courses.ts'
import type { BodyOf } from '../../../src/contract/product-api.ts'
import { measures } from '../../../src/contract/product-api/admin/programme-api.ts'
import type { Database } from '../../db/database.ts'
import { programmeTotals } from '../../db/schema.ts'

type Filters = Pick<BodyOf<'programme'>, 'season' | 'country' | 'locale'>

/*
 * Queries of the table of totals (`programme-totals.ts`). A total's *subject* is a module, a course (called
 * *series* in the filters) or empty. Its *measure* is what it counts, such as `registrations`.
 */

const { measure, subject, question, choice, locale, country, month } = programmeTotals
const amount = sum(programmeTotals.amount).mapWith(Number)

const listConditions = (filters: Filters) => [
  between(month, `${filters.season}-01`, `${filters.season}-12`),
  filters.country === undefined ? undefined : eq(country, filters.country),
  filters.locale === undefined ? undefined : eq(locale, filters.locale),
]

/**
 * Lists the subjects of a course in the totals: its own id for certificates, and the ids of its modules for
 * everything else.
 */
const listSubjects = (series: string): string[] =>
  courses
    .filter(({ id }) => id === series)
    .flatMap(({ id, modules }) => [id as string].concat(modules.map((module) => module.id)))

/**
 * Selects the totals of a season. Each module keeps its own totals. With `series`, selects only the totals of
 * this course and those without a subject.
 */
export const selectTotals = (db: Database, filters: Filters & { series?: string | undefined }) =>
  db
    .select({ measure, subject, month, country, locale, amount: programmeTotals.amount })
    .from(programmeTotals)
    .where(
      and(
        inArray(measure, [...measures]),
        filters.series === undefined ? undefined : inArray(subject, ['', ...listSubjects(filters.series)]),
        ne(programmeTotals.amount, 0),
        ...listConditions(filters),
      ),
    )
    .orderBy(asc(month), asc(locale))

/** Selects the first and the last month with data. */
export const selectMonths = (db: Database) =>
  db
    .select({ firstMonth: min(month), lastMonth: max(month) })
    .from(programmeTotals)
    .where(and(inArray(measure, ['registrations', 'active-by-month']), ne(programmeTotals.amount, 0)))

/**
 * Selects how many coaches answered each question of a module in a season, and how many chose each option.
 */
export const selectAnswers = (db: Database, filters: Filters & { module: string }) => {
  const isAboutAnswers = inArray(measure, ['answered', 'chosen'])
  return db
    .select({ measure, question, choice, amount })
    .from(programmeTotals)
    .where(and(isAboutAnswers, eq(subject, filters.module), ...listConditions(filters)))
    .groupBy(measure, question, choice)
}

type Total = typeof programmeTotals.$inferSelect

/** Selects a page of all totals in the order of their key, after `lastRow` or from the beginning. */
export const selectTotalsPage = (db: Database, lastRow: Total | undefined, size: number) => {
  const key = sql`(${measure}, ${subject}, ${question}, ${choice}, ${locale}, ${month})`
  const isAfterLastRow =
    lastRow &&
    sql`${key} > (${lastRow.measure}, ${lastRow.subject}, ${lastRow.question}, ${lastRow.choice}, ${lastRow.locale}, ${lastRow.month})`
  return db
    .select()
    .from(programmeTotals)
    .where(isAfterLastRow)
    .orderBy(measure, subject, question, choice, locale, month)
    .limit(size)
}
