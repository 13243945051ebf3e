import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { deliveries, replacedAnswers, surveyAnswers } from '../../db/schema.ts'

type Survey = { customer: string; moduleId: string }

/** A device's answers to a survey that later answers of another device replaced. */
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
    // After a restore, older answers may have arrived later.
    .orderBy(sql`${deliveries.seq} desc nulls last`, desc(replacedAnswers.sequence))
    .limit(1)
  return found && { answers: found.answers, answered_at: found.answeredAt.toISOString() }
}

/** A coach's answers to a survey, as one of their devices receives them. */
export const readAnswers = async (db: Database, survey: Survey, device: string) => {
  const { customer, moduleId } = survey
  const mine = and(eq(surveyAnswers.customerId, customer), eq(surveyAnswers.moduleId, moduleId))
  const [found] = await db.select().from(surveyAnswers).where(mine)
  if (!found) return { answers: null, answered_at: null }
  // If the answers that count come from this device, its coach has answered again and needs no notice.
  const replaced = found.device === device ? undefined : await replacedOf(db, survey, device)
  const answers = { answers: found.answers, answered_at: found.answeredAt.toISOString() }
  return replaced ? { ...answers, replaced } : answers
}
