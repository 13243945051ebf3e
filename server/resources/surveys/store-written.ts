import { and, eq, inArray } from 'drizzle-orm'
import { moduleOf } from '../../../src/config/courses.ts'
import type { Database } from '../../db/database.ts'
import { customers, writtenAnswers } from '../../db/schema.ts'
import type { Answers } from './place-answers.ts'

const writtenOf = ({ customerId, moduleId, answers, answeredAt, sequence }: Answers) => {
  const isText = (id: string) =>
    moduleOf(moduleId)?.module.survey.some((question) => question.id === id && question.kind === 'text')
  return answers
    .filter(({ question, value }) => value !== '' && isText(question))
    .map(({ question }) => ({ question, customerId, moduleId, answeredAt, sequence }))
}

/** Stores which questions of modules have a written answer, in place of earlier rows for the same modules. */
export const storeWritten = async (
  tx: Database,
  customer: string,
  counting: readonly Answers[],
): Promise<void> => {
  const modules = counting.map(({ moduleId }) => moduleId)
  const mine = and(eq(writtenAnswers.customerId, customer), inArray(writtenAnswers.moduleId, modules))
  await tx.delete(writtenAnswers).where(mine)
  const written = counting.flatMap(writtenOf)
  if (written.length === 0) return
  const [coach] = await tx.select().from(customers).where(eq(customers.id, customer))
  if (!coach) return
  const { country, language } = coach
  const place = { country, locale: `${language.toLowerCase()}-${country}` }
  await tx.insert(writtenAnswers).values(written.map((row) => Object.assign(row, place)))
}
