import { and, eq, min } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { moduleEvents, surveyAnswers } from '../../db/schema.ts'
import type { CustomerHandler, OutboxHandler } from '../../api/handler.ts'
import { readProgress } from './read-progress.ts'

const saveProgress: OutboxHandler<'saveProgress'> = {
  adds: (_entry, { module_id: moduleId, watched, position, read }) => [
    { step: { moduleId, done: { watched, position, read } } },
  ],
}

/** The calls about the progress of coaches in modules. */
export const createProgress = ({ db }: { db: Database }) => {
  const statusSurvey: CustomerHandler<'statusSurvey'> = async (_body, { customer }) => {
    const surveys = await db
      .select({ module: surveyAnswers.moduleId, at: surveyAnswers.answeredAt })
      .from(surveyAnswers)
      .where(eq(surveyAnswers.customerId, customer))
      .orderBy(surveyAnswers.moduleId)
    const completed = and(
      eq(moduleEvents.customerId, customer),
      eq(moduleEvents.type, 'module'),
      eq(moduleEvents.action, 'complete'),
    )
    const modules = await db
      .select({ module: moduleEvents.moduleId, at: min(moduleEvents.receivedAt) })
      .from(moduleEvents)
      .where(completed)
      .groupBy(moduleEvents.moduleId)
      .orderBy(moduleEvents.moduleId)
    return {
      surveys: surveys.map(({ module, at }) => ({ module_id: module, answered_at: at.toISOString() })),
      modules: modules.flatMap(({ module, at }) =>
        at ? [{ module_id: module, completed_at: at.toISOString() }] : [],
      ),
      progress: await readProgress(db, customer),
    }
  }

  return { saveProgress, statusSurvey }
}
