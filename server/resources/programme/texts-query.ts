import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { locales } from '../../../src/config/locales.ts'
import type { BodyOf } from '../../../src/contract/product-api.ts'
import type { Database } from '../../db/database.ts'
import { surveyAnswers, writtenAnswers } from '../../db/schema.ts'

const { customerId, moduleId, answeredAt, sequence } = writtenAnswers

/** The position of a text in the list: its time in ms since epoch, and its sequence. */
export const placeOf = (row: { answeredAt: Date; sequence: number }): string =>
  `${row.answeredAt.getTime()}.${row.sequence}`

/** In ms since epoch. PostgreSQL cannot read a year of five digits as JavaScript writes it. */
const latest = Date.UTC(9999, 11, 31)

const momentOf = (time: number): Date => new Date(Math.min(time, latest))

const beyond = (place: string) => {
  const [time = 0, number] = place.split('.').map(Number)
  return sql`(${answeredAt}, ${sequence}) < (${momentOf(time).toISOString()}::timestamptz, ${number}::bigint)`
}

type Filters = Omit<BodyOf<'programmeTexts'>, 'after'>

/** The index contains countries, so a locale is searched within its country. */
const conditions = ({ module, question, season, country, locale }: Filters) => {
  const year = Number(season)
  const countries = [country, locale && locales[locale].country]
  return [
    eq(moduleId, module),
    eq(writtenAnswers.question, question),
    gte(answeredAt, momentOf(Date.UTC(year, 0))),
    lt(answeredAt, momentOf(Date.UTC(year + 1, 0))),
    ...countries.map((code) => (code === undefined ? undefined : eq(writtenAnswers.country, code))),
    locale === undefined ? undefined : eq(writtenAnswers.locale, locale),
  ]
}

/** A page of the texts that coaches wrote to a question in a season, newest first. */
export const textsPage = (
  db: Database,
  { after, size, ...filters }: BodyOf<'programmeTexts'> & { size: number },
) => {
  const text = sql<string>`(
    select listed.answer->>'value' from jsonb_array_elements(${surveyAnswers.answers}) as listed(answer)
    where listed.answer->>'question' = ${filters.question})`
  const written = and(eq(surveyAnswers.customerId, customerId), eq(surveyAnswers.moduleId, moduleId))
  return db
    .select({ text, answeredAt, sequence, locale: writtenAnswers.locale })
    .from(writtenAnswers)
    .innerJoin(surveyAnswers, written)
    .where(and(...conditions(filters), after === undefined ? undefined : beyond(after)))
    .orderBy(desc(answeredAt), desc(sequence))
    .limit(size)
}
