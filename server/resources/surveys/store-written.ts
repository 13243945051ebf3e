import { and, eq } from 'drizzle-orm'
import { moduleOf } from '../../../src/config/courses.ts'
import type { Database } from '../../db/database.ts'
import { customers, writtenAnswers, type surveyAnswers } from '../../db/schema.ts'

/** Notes to which questions of a module a coach wrote something, in place of what was noted of their answers before. */
export const storeWritten = async (
  tx: Database,
  { customerId, moduleId, answers, answeredAt, sequence }: typeof surveyAnswers.$inferSelect,
): Promise<void> => {
  await tx
    .delete(writtenAnswers)
    .where(and(eq(writtenAnswers.customerId, customerId), eq(writtenAnswers.moduleId, moduleId)))
  const isText = (id: string) =>
    moduleOf(moduleId)?.module.survey.some((question) => question.id === id && question.kind === 'text')
  const questions = answers.filter(({ question, value }) => value !== '' && isText(question))
  const [coach] = await tx.select().from(customers).where(eq(customers.id, customerId))
  if (!coach || questions.length === 0) return
  const { country, language } = coach
  const place = { country, locale: `${language.toLowerCase()}-${country}` }
  const rows = questions.map(({ question }) =>
    Object.assign({ question }, place, { customerId, moduleId, answeredAt, sequence }),
  )
  await tx.insert(writtenAnswers).values(rows)
}
