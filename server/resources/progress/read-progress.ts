import { and, eq, inArray } from 'drizzle-orm'
import { courses, type CourseModule } from '../../../src/config/courses.ts'
import { isCheck, openQuestions } from '../../../src/config/questions.ts'
import type { ModuleProgress } from '../../../src/contract/product-api/learning-api.ts'
import type { Database } from '../../db/database.ts'
import { moduleProgress, surveyAnswers } from '../../db/schema.ts'

const allModules = courses.flatMap(({ modules }) => modules)

type Answers = typeof surveyAnswers.$inferSelect
type Watched = typeof moduleProgress.$inferSelect

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
