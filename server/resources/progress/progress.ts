import { and, eq, inArray, min } from 'drizzle-orm'
import { courses, type CourseModule } from '../../../src/config/courses.ts'
import { isContentFinished, isModuleComplete } from '../../../src/config/module-completion.ts'
import { isCheckQuestion, findUnansweredQuestions } from '../../../src/config/questions.ts'
import type { ModuleProgress } from '../../../src/contract/product-api/learning-api.ts'
import { clampSegments, mergeSegments } from '../../../src/lib/watched-segments.ts'
import type { CustomerHandler, Entry, ModuleActivity, OutboxHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { moduleEvents, moduleProgress, surveyAnswers } from '../../db/schema.ts'

/** A coach's progress in the video or text of a module, as stored. */
export type ProgressRow = typeof moduleProgress.$inferSelect

/** The progress of a module before any activity. */
const emptyProgress = { watched: [], position: null, positionAt: null, finishedAt: null, completedAt: null }

/**
 * Adds a coach's activity in a module to the stored progress of all their devices, and returns the result.
 * Entries may arrive in any order: watched segments add up, the start is the earliest time, and the position
 * that was captured last wins.
 */
export const mergeProgress = (
  module: CourseModule,
  storedRow: ProgressRow | undefined,
  { activity, entry: { customer: customerId, capturedAt } }: { activity: ModuleActivity; entry: Entry },
): ProgressRow => {
  const newRow = { ...emptyProgress, customerId, moduleId: module.id, startedAt: capturedAt }
  const previous = storedRow ?? newRow
  const lengthSeconds = module.kind === 'video' ? module.video.duration : 0
  const newSegments = clampSegments(activity.watched, lengthSeconds)
  const watched = mergeSegments([...previous.watched, ...newSegments])
  const newFinishedAt = isContentFinished(module, { ...activity, watched }) ? capturedAt : null
  const isLastPosition = !previous.positionAt || previous.positionAt <= capturedAt
  const newPosition =
    activity.position !== undefined && isLastPosition
      ? { position: activity.position, positionAt: capturedAt }
      : {}
  return {
    ...previous,
    watched,
    startedAt: previous.startedAt < capturedAt ? previous.startedAt : capturedAt,
    finishedAt: previous.finishedAt ?? newFinishedAt,
    ...newPosition,
  }
}

const allModules = courses.flatMap(({ modules }) => modules)

type AnswersRow = typeof surveyAnswers.$inferSelect

/**
 * Derives the progress of a customer in a module from the stored rows. `checked`: whether all check questions
 * are answered, which test what the coach has learned. `reflected`: whether all other questions are answered.
 */
export const deriveProgress = (
  module: CourseModule,
  answersRow: AnswersRow | undefined,
  progressRow: ProgressRow | undefined,
): ModuleProgress => {
  const unanswered = answersRow && findUnansweredQuestions(module, answersRow.answers)
  return {
    module_id: module.id,
    started_at: progressRow?.startedAt.toISOString() ?? null,
    watched: progressRow?.watched ?? [],
    position: progressRow?.position ?? null,
    finished_at: progressRow?.finishedAt?.toISOString() ?? null,
    checked: unanswered !== undefined && !unanswered.some(isCheckQuestion),
    reflected: unanswered !== undefined && unanswered.every(isCheckQuestion),
  }
}

/** Reads the progress of a customer in modules. Includes modules without stored data. */
export const readProgress = async (
  db: Database,
  customerId: string,
  modules: readonly CourseModule[] = allModules,
): Promise<ModuleProgress[]> => {
  const moduleIds = modules.map(({ id }) => id)
  const answersRows = await db
    .select()
    .from(surveyAnswers)
    .where(and(eq(surveyAnswers.customerId, customerId), inArray(surveyAnswers.moduleId, moduleIds)))
  const progressRows = await db
    .select()
    .from(moduleProgress)
    .where(and(eq(moduleProgress.customerId, customerId), inArray(moduleProgress.moduleId, moduleIds)))
  return modules.map((module) =>
    deriveProgress(
      module,
      answersRows.find(({ moduleId }) => moduleId === module.id),
      progressRows.find(({ moduleId }) => moduleId === module.id),
    ),
  )
}

/** Whether a module is complete: its video or text, and its questions. */
export const isComplete = ({ finished_at, checked, reflected }: ModuleProgress): boolean =>
  isModuleComplete({ finished: finished_at !== null, answered: checked && reflected })

const saveProgress: OutboxHandler<'saveProgress'> = {
  listAdditions: (_entry, { module_id: moduleId, watched, position, read }) => [
    { change: { moduleId, activity: { watched, position, read } } },
  ],
}

/** Handles the calls about the progress of coaches in modules. */
export const createProgress = ({ db }: { db: Database }) => {
  const statusSurvey: CustomerHandler<'statusSurvey'> = async (_body, { customer: customerId }) => {
    const surveys = await db
      .select({ module: surveyAnswers.moduleId, at: surveyAnswers.answeredAt })
      .from(surveyAnswers)
      .where(eq(surveyAnswers.customerId, customerId))
      .orderBy(surveyAnswers.moduleId)
    const isCompletion = and(
      eq(moduleEvents.customerId, customerId),
      eq(moduleEvents.type, 'module'),
      eq(moduleEvents.action, 'complete'),
    )
    const modules = await db
      .select({ module: moduleEvents.moduleId, at: min(moduleEvents.receivedAt) })
      .from(moduleEvents)
      .where(isCompletion)
      .groupBy(moduleEvents.moduleId)
      .orderBy(moduleEvents.moduleId)
    return {
      surveys: surveys.map(({ module, at }) => ({ module_id: module, answered_at: at.toISOString() })),
      // `at` has a value for every module. The check is for the compiler.
      modules: modules.flatMap(({ module, at }) =>
        at ? [{ module_id: module, completed_at: at.toISOString() }] : [],
      ),
      progress: await readProgress(db, customerId),
    }
  }

  return { saveProgress, statusSurvey }
}
