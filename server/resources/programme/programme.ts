import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { courses, moduleOf, type Question } from '../../../src/config/courses.ts'
import { locales } from '../../../src/config/locales.ts'
import type { BodyOf, ResponseOf } from '../../../src/contract/product-api.ts'
import { measures, type ProgrammeTotal } from '../../../src/contract/product-api/programme-api.ts'
import { fail, ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { surveyAnswers, writtenAnswers } from '../../db/schema.ts'
import { answersOf, monthsOf, totalsOf } from './totals-query.ts'

const { customerId, moduleId, answeredAt, sequence } = writtenAnswers

/** The position of a text in the list: its time in ms since epoch, and its sequence. */
const placeOf = (row: { answeredAt: Date; sequence: number }): string =>
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

const textsShown = 50

type Totals = Awaited<ReturnType<typeof totalsOf>>

const seriesOf = (subject: string) => courses.find(({ id }) => id === subject) ?? moduleOf(subject)?.course

/** Sums the totals of all modules of a course. */
const bySeries = (totals: Totals): ProgrammeTotal[] => {
  const sums = new Map<string, ProgrammeTotal>()
  for (const { measure: name, subject, amount, ...where } of totals) {
    const measure = measures.find((known) => known === name)
    const series = seriesOf(subject)?.id ?? null
    if (!measure) continue
    const key = [measure, series, ...Object.values(where)].join(' ')
    const known = sums.get(key)?.amount ?? 0
    sums.set(key, { measure, series, ...where, amount: known + amount })
  }
  return [...sums.values()]
}

const seasonsBetween = (first: string, last: string): string[] => {
  const [from, to] = [first, last].map((month) => Number(month.slice(0, 4)))
  return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, at) => String((from ?? 0) + at))
}

type Answers = Awaited<ReturnType<typeof answersOf>>
type AnsweredQuestion = ResponseOf<'programmeAnswers'>['questions'][number]

const questionWith =
  (answers: Answers) =>
  (question: Question): AnsweredQuestion => {
    const amountOf = (measure: 'answered' | 'chosen', choice: string) =>
      answers.find((row) => row.measure === measure && row.question === question.id && row.choice === choice)
        ?.amount ?? 0
    const options = question.kind === 'text' ? [] : question.options
    return {
      question: question.id,
      kind: question.kind,
      answered: amountOf('answered', ''),
      choices: options.map((choice) => ({ choice, count: amountOf('chosen', choice) })),
    }
  }

/** The calls by which admins read the programme. They read the stored totals, never the rows behind. */
export const createProgramme = ({ db }: { db: Database }) => {
  const programme: DirectHandler<'programme'> = async (filters) => {
    const [totals, [months]] = await Promise.all([totalsOf(db, filters), monthsOf(db)])
    const { first = null, last = null } = months ?? {}
    const seasons = first !== null && last !== null ? seasonsBetween(first, last) : []
    return ok({ seasons, totals: bySeries(totals) })
  }

  const programmeAnswers: DirectHandler<'programmeAnswers'> = async (filters) => {
    const answers = await answersOf(db, filters)
    const survey = moduleOf(filters.module)?.module.survey ?? []
    return ok({ questions: survey.map(questionWith(answers)) })
  }

  const programmeTexts: DirectHandler<'programmeTexts'> = async (query) => {
    const question = moduleOf(query.module)?.module.survey.find(({ id }) => id === query.question)
    if (question?.kind !== 'text') return fail({ code: 'invalid-body', path: 'question' })
    // Reads one more than it shows, to see whether there is a next page.
    const found = await textsPage(db, { ...query, size: textsShown + 1 })
    const shown = found.slice(0, textsShown)
    const last = shown.at(-1)
    const texts = shown.map((row) => ({
      id: placeOf(row),
      text: row.text,
      month: row.answeredAt.toISOString().slice(0, 'YYYY-MM'.length),
      locale: row.locale,
    }))
    return ok({ texts, next: last && found.length > textsShown ? placeOf(last) : null })
  }

  return { programme, programmeAnswers, programmeTexts }
}
