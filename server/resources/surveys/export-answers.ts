import { and, eq, gt, or } from 'drizzle-orm'
import { findModule } from '../../../src/config/courses.ts'
import { ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { customers, surveyAnswers } from '../../db/schema.ts'
import { csvPageSize, createCsvResponse, type CsvFile } from '../../http/csv-response.ts'
import type { Log } from '../../http/log.ts'

const columns = [
  'customer_id',
  'country',
  'language',
  'course',
  'module',
  'question',
  'answer',
  'answered_at',
]

/** Reads the surveys after `lastRow`, in the order of customer and module. */
const readPage = (db: Database, country: string, lastRow: { customer: string; module: string }) =>
  db
    .select({
      customer: customers.id,
      country: customers.country,
      language: customers.language,
      module: surveyAnswers.moduleId,
      answers: surveyAnswers.answers,
      answeredAt: surveyAnswers.answeredAt,
    })
    .from(customers)
    .innerJoin(surveyAnswers, eq(surveyAnswers.customerId, customers.id))
    .where(
      and(
        eq(customers.country, country),
        or(
          gt(customers.id, lastRow.customer),
          and(eq(customers.id, lastRow.customer), gt(surveyAnswers.moduleId, lastRow.module)),
        ),
      ),
    )
    .orderBy(customers.id, surveyAnswers.moduleId)
    .limit(csvPageSize)

type SurveyRow = Awaited<ReturnType<typeof readPage>>[number]

const toLines = ({ customer, country, language, module, answers, answeredAt }: SurveyRow) =>
  answers.map(({ question, value }) => {
    const course = findModule(module)?.course.id ?? ''
    const text = typeof value === 'string' ? value : value.join('; ')
    return [customer, country, language, course, module, question, text, answeredAt.toISOString()]
  })

/** Describes a CSV file with every answer of a country's customers, one per line. */
export const createAnswersFile = (db: Database, country: string): CsvFile<SurveyRow> => ({
  columns,
  // Without a last row, starts at the first row: every id comes after an empty text.
  readPage: (lastRow: Pick<SurveyRow, 'customer' | 'module'> = { customer: '', module: '' }) =>
    readPage(db, country, lastRow),
  toLines,
})

/** Handles the call that exports the answers of a country's customers, for admins. */
export const createAnswersExport = ({ db, log, now }: { db: Database; log: Log; now: () => Date }) => {
  const exportAnswers: DirectHandler<'export'> = async ({ country }, http) => {
    const name = `answers-${country}-${now().toISOString().slice(0, 10)}.csv`
    return ok(createCsvResponse(http, { name, log, ...createAnswersFile(db, country) }))
  }
  return { export: exportAnswers }
}
