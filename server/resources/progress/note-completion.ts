import { and, eq, isNull, sql } from 'drizzle-orm'
import { moduleOf } from '../../../src/config/courses.ts'
import type { Database } from '../../db/database.ts'
import { moduleProgress, surveyAnswers } from '../../db/schema.ts'
import { isComplete, readProgress } from './read-progress.ts'

/** Notes when everything of a module was done, the first time that this is so: by the later of film or text, and answers. */
export const noteCompletion = async (tx: Database, customer: string, moduleId: string): Promise<void> => {
  const module = moduleOf(moduleId)?.module
  const [progress] = module ? await readProgress(tx, customer, [module]) : []
  if (!progress || !isComplete(progress)) return
  const answered = and(eq(surveyAnswers.customerId, customer), eq(surveyAnswers.moduleId, moduleId))
  const answeredAt = tx.select({ at: surveyAnswers.answeredAt }).from(surveyAnswers).where(answered)
  const mine = and(eq(moduleProgress.customerId, customer), eq(moduleProgress.moduleId, moduleId))
  await tx
    .update(moduleProgress)
    .set({ completedAt: sql`greatest(${moduleProgress.finishedAt}, (${answeredAt}))` })
    .where(and(mine, isNull(moduleProgress.completedAt)))
}
