import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { deliveries, replacedAnswers, surveyAnswers } from '../../db/schema.ts'

type Survey = { customer: string; moduleId: string }

/** The answers of a device to a survey that later ones of another device took the place of. */
const replacedOf = async (db: Database, { customer, moduleId }: Survey, device: string) => {
  const mine = [
    eq(replacedAnswers.customerId, customer),
    eq(replacedAnswers.moduleId, moduleId),
    eq(replacedAnswers.device, device),
  ]
  const [found] = await db
    .select({ answers: replacedAnswers.answers, answeredAt: replacedAnswers.answeredAt })
    .from(replacedAnswers)
    .leftJoin(deliveries, eq(deliveries.sequence, replacedAnswers.sequence))
    .where(and(...mine))
    // Of what a restored database had lost, older ones may have arrived later.
    .orderBy(sql`${deliveries.seq} desc nulls last`, desc(replacedAnswers.sequence))
    .limit(1)
  return found && { answers: found.answers, answered_at: found.answeredAt.toISOString() }
}

/** The answers of a coach to a survey as a device of theirs is told of them. */
export const readAnswers = async (db: Database, survey: Survey, device: string) => {
  const { customer, moduleId } = survey
  const mine = and(eq(surveyAnswers.customerId, customer), eq(surveyAnswers.moduleId, moduleId))
  const [found] = await db.select().from(surveyAnswers).where(mine)
  if (!found) return { answers: null, answered_at: null }
  // Who has answered anew on this device since then has nothing to be told.
  const replaced = found.device === device ? undefined : await replacedOf(db, survey, device)
  const answers = { answers: found.answers, answered_at: found.answeredAt.toISOString() }
  return replaced ? { ...answers, replaced } : answers
}
