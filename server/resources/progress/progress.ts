import { and, eq, inArray, min } from 'drizzle-orm'
import { courses, type CourseModule } from '../../../src/config/courses.ts'
import { isFinished } from '../../../src/config/finished.ts'
import { isCheck, openQuestions } from '../../../src/config/questions.ts'
import type { ModuleProgress } from '../../../src/contract/product-api/learning-api.ts'
import { clampSegments, mergeSegments } from '../../../src/lib/segments.ts'
import type { CustomerHandler, Done, Entry, OutboxHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { moduleEvents, moduleProgress, surveyAnswers } from '../../db/schema.ts'

export type Watched = typeof moduleProgress.$inferSelect

const notBegun = { watched: [], position: null, positionAt: null, finishedAt: null, completedAt: null }

/**
 * Merges a coach's new progress into that of all their devices. Watched segments add up; the position is
 * where the coach stopped last.
 */
export const mergeProgress = (
  module: CourseModule,
  known: Watched | undefined,
  { done, entry: { customer, capturedAt: at } }: { done: Done; entry: Entry },
): Watched => {
  const length = module.kind === 'video' ? module.video.duration : 0
  const before = known ?? { ...notBegun, customerId: customer, moduleId: module.id, startedAt: at }
  const watched = mergeSegments([...before.watched, ...clampSegments(done.watched, length)])
  const stopped =
    done.position !== undefined && (!before.positionAt || before.positionAt <= at)
      ? { position: done.position, positionAt: at }
      : {}
  return {
    ...before,
    watched,
    finishedAt: before.finishedAt ?? (isFinished(module, { ...done, watched }) ? at : null),
    startedAt: before.startedAt < at ? before.startedAt : at,
    ...stopped,
  }
}

const allModules = courses.flatMap(({ modules }) => modules)

type Answers = typeof surveyAnswers.$inferSelect

/** The progress of a customer in a module, from the stored rows. */
export const progressOf = (
  module: CourseModule,
  answered: Answers | undefined,
  seen: Watched | undefined,
): ModuleProgress => {
  const open = answered && openQuestions(module, answered.answers)
  return {
    module_id: module.id,
    started_at: seen?.startedAt.toISOString() ?? null,
    watched: seen?.watched ?? [],
    position: seen?.position ?? null,
    finished_at: seen?.finishedAt?.toISOString() ?? null,
    checked: open !== undefined && !open.some(isCheck),
    reflected: open !== undefined && open.every(isCheck),
  }
}

/** The progress of a customer in modules. Includes modules without stored data. */
export const readProgress = async (
  db: Database,
  customer: string,
  modules: readonly CourseModule[] = allModules,
): Promise<ModuleProgress[]> => {
  const ids = modules.map(({ id }) => id)
  const answered = await db
    .select()
    .from(surveyAnswers)
    .where(and(eq(surveyAnswers.customerId, customer), inArray(surveyAnswers.moduleId, ids)))
  const seen = await db
    .select()
    .from(moduleProgress)
    .where(and(eq(moduleProgress.customerId, customer), inArray(moduleProgress.moduleId, ids)))
  return modules.map((module) =>
    progressOf(
      module,
      answered.find(({ moduleId }) => moduleId === module.id),
      seen.find(({ moduleId }) => moduleId === module.id),
    ),
  )
}

/** Whether a module is complete: its film or text, and its questions. */
export const isComplete = ({ finished_at, checked, reflected }: ModuleProgress): boolean =>
  finished_at !== null && checked && reflected

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
