import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { courses, findModule, type Question } from '../../../src/config/courses.ts'
import { locales } from '../../../src/config/locales.ts'
import type { BodyOf, ResponseOf } from '../../../src/contract/product-api.ts'
import { measures, type ProgrammeTotal } from '../../../src/contract/product-api/admin/programme-api.ts'
import { fail, ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { surveyAnswers, writtenAnswers } from '../../db/schema.ts'
import { selectAnswers, selectMonths, selectTotals } from './totals-query.ts'

/*
 * Admins see the programme as totals (`programme-totals.ts`), and as the *texts* that coaches wrote to open
 * questions. A *series* is what the contract of these calls calls a course.
 */

const { customerId, moduleId, answeredAt, sequence } = writtenAnswers

/**
 * Formats the cursor for the page after a text. The cursor also identifies the text: it consists of the time
 * in ms since the epoch, and the sequence.
 */
const formatCursor = (row: { answeredAt: Date; sequence: number }): string =>
  `${row.answeredAt.getTime()}.${row.sequence}`

/** PostgreSQL cannot read a year of five digits as JavaScript writes it. */
const maxTimeMs = Date.UTC(9999, 11, 31)

const toDate = (timeMs: number): Date => new Date(Math.min(timeMs, maxTimeMs))

/** Matches the texts on the pages after a cursor. These are older, because the newest text comes first. */
const createAfterCondition = (cursor: string) => {
  const [timeMs = 0, sequenceNumber] = cursor.split('.').map(Number)
  const time = toDate(timeMs).toISOString()
  return sql`(${answeredAt}, ${sequence}) < (${time}::timestamptz, ${sequenceNumber}::bigint)`
}

type Filters = Omit<BodyOf<'programmeTexts'>, 'after'>

/**
 * Lists the conditions for texts. Also filters a locale by its country, because the index has no locale.
 */
const listConditions = ({ module, question, season, country, locale }: Filters) => {
  const year = Number(season)
  const countries = [country, locale && locales[locale].country]
  return [
    eq(moduleId, module),
    eq(writtenAnswers.question, question),
    gte(answeredAt, toDate(Date.UTC(year, 0))),
    lt(answeredAt, toDate(Date.UTC(year + 1, 0))),
    ...countries.map((code) => (code === undefined ? undefined : eq(writtenAnswers.country, code))),
    locale === undefined ? undefined : eq(writtenAnswers.locale, locale),
  ]
}

/** Selects a page of the texts that coaches wrote to a question in a season, newest first. */
export const selectTextsPage = (
  db: Database,
  { after: cursor, size, ...filters }: BodyOf<'programmeTexts'> & { size: number },
) => {
  const text = sql<string>`(
    select item.answer->>'value' from jsonb_array_elements(${surveyAnswers.answers}) as item(answer)
    where item.answer->>'question' = ${filters.question})`
  const isSameSurvey = and(eq(surveyAnswers.customerId, customerId), eq(surveyAnswers.moduleId, moduleId))
  return db
    .select({ text, answeredAt, sequence, locale: writtenAnswers.locale })
    .from(writtenAnswers)
    .innerJoin(surveyAnswers, isSameSurvey)
    .where(and(...listConditions(filters), cursor === undefined ? undefined : createAfterCondition(cursor)))
    .orderBy(desc(answeredAt), desc(sequence))
    .limit(size)
}

const textsPerPage = 50

type Totals = Awaited<ReturnType<typeof selectTotals>>

/** Finds the course of a subject, which is the id of a course or of one of its modules. */
const findSeries = (subject: string) =>
  courses.find(({ id }) => id === subject) ?? findModule(subject)?.course

/** Sums the totals of all modules of a course. */
const sumBySeries = (totals: Totals): ProgrammeTotal[] => {
  const sums = new Map<string, ProgrammeTotal>()
  // `dimensions` are the month, the country and the locale.
  for (const { measure: name, subject, amount, ...dimensions } of totals) {
    // Narrows the type of `name`. The query selects only these measures.
    const measure = measures.find((candidate) => candidate === name)
    if (!measure) continue
    const series = findSeries(subject)?.id ?? null
    const key = [measure, series, ...Object.values(dimensions)].join(' ')
    const sum = sums.get(key)?.amount ?? 0
    sums.set(key, { measure, series, ...dimensions, amount: sum + amount })
  }
  return [...sums.values()]
}

const getYear = (month: string): number => Number(month.slice(0, 4))

/** Lists the seasons, which are calendar years, from one month such as 2026-03 to another. */
const listSeasons = (firstMonth: string, lastMonth: string): string[] => {
  const firstYear = getYear(firstMonth)
  const length = getYear(lastMonth) - firstYear + 1
  return Array.from({ length }, (_, index) => String(firstYear + index))
}

type Answers = Awaited<ReturnType<typeof selectAnswers>>
type AnsweredQuestion = ResponseOf<'programmeAnswers'>['questions'][number]

/** Returns how many coaches answered a question, and how many chose each of its options. */
const countAnswers = (question: Question, answers: Answers): AnsweredQuestion => {
  const rows = answers.filter((row) => row.question === question.id)
  const getAmount = (measure: 'answered' | 'chosen', choice: string) =>
    rows.find((row) => row.measure === measure && row.choice === choice)?.amount ?? 0
  const options = question.kind === 'text' ? [] : question.options
  return {
    question: question.id,
    kind: question.kind,
    answered: getAmount('answered', ''),
    choices: options.map((choice) => ({ choice, count: getAmount('chosen', choice) })),
  }
}

/**
 * Handles the calls that admins use to read the programme. They read stored totals instead of counting rows.
 */
export const createProgramme = ({ db }: { db: Database }) => {
  const programme: DirectHandler<'programme'> = async (filters) => {
    const [totals, [months]] = await Promise.all([selectTotals(db, filters), selectMonths(db)])
    // Both months are null before the first registration.
    const { firstMonth = null, lastMonth = null } = months ?? {}
    const seasons = firstMonth !== null && lastMonth !== null ? listSeasons(firstMonth, lastMonth) : []
    return ok({ seasons, totals: sumBySeries(totals) })
  }

  const programmeAnswers: DirectHandler<'programmeAnswers'> = async (filters) => {
    const answers = await selectAnswers(db, filters)
    const survey = findModule(filters.module)?.module.survey ?? []
    return ok({ questions: survey.map((question) => countAnswers(question, answers)) })
  }

  const programmeTexts: DirectHandler<'programmeTexts'> = async (query) => {
    const question = findModule(query.module)?.module.survey.find(({ id }) => id === query.question)
    if (question?.kind !== 'text') return fail({ code: 'invalid-body', path: 'question' })
    // Reads one more than it returns, to see whether there is a next page.
    const rows = await selectTextsPage(db, { ...query, size: textsPerPage + 1 })
    const page = rows.slice(0, textsPerPage)
    const lastRow = page.at(-1)
    const texts = page.map((row) => ({
      id: formatCursor(row),
      text: row.text,
      month: row.answeredAt.toISOString().slice(0, 'YYYY-MM'.length),
      locale: row.locale,
    }))
    return ok({ texts, next: lastRow && rows.length > textsPerPage ? formatCursor(lastRow) : null })
  }

  return { programme, programmeAnswers, programmeTexts }
}
