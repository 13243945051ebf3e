import { and, eq, gt, or } from 'drizzle-orm'
import { moduleOf } from '../../../src/config/courses.ts'
import type { Database } from '../../db/database.ts'
import { customers, surveyAnswers } from '../../db/schema.ts'
import type { Log } from '../../http/log.ts'
import type { AdminHandler } from '../../api/handler.ts'
import { csvAnswer } from '../../http/csv-answer.ts'
import { csvLine } from '../../http/csv.ts'

/** Surveys read at a time: the memory stays the same however many there are. */
const pageSize = 500

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

type Survey = Awaited<ReturnType<typeof readPage>>[number]

const readPage = (db: Database, country: string, after: { customer: string; module: string }) =>
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
          gt(customers.id, after.customer),
          and(eq(customers.id, after.customer), gt(surveyAnswers.moduleId, after.module)),
        ),
      ),
    )
    .orderBy(customers.id, surveyAnswers.moduleId)
    .limit(pageSize)

const linesOf = ({ customer, country, language, module, answers, answeredAt }: Survey): string =>
  answers
    .map(({ question, value }) => {
      const course = moduleOf(module)?.course.id ?? ''
      const words = typeof value === 'string' ? value : value.join('; ')
      return csvLine([customer, country, language, course, module, question, words, answeredAt.toISOString()])
    })
    .join('')

/** The text of the export, a page at a time. */
async function* exportLines(db: Database, country: string): AsyncGenerator<string> {
  yield csvLine(columns)
  let after = { customer: '', module: '' }
  for (;;) {
    const page = await readPage(db, country, after)
    const last = page.at(-1)
    if (!last) return
    yield page.map(linesOf).join('')
    if (page.length < pageSize) return
    after = last
  }
}

/** Every answer of a country's customers as CSV. */
export const createExportCall = ({ db, log, now }: { db: Database; log: Log; now: () => Date }) => {
  const exportAnswers: AdminHandler<'export'> = async ({ country }, http) => {
    const name = `answers-${country}-${now().toISOString().slice(0, 10)}.csv`
    return csvAnswer(http, { name, lines: exportLines(db, country), log })
  }
  return { exportAnswers }
}
