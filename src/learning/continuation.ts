import { courses, type Course, type CourseModule } from '../config/courses.ts'
import type { ModuleTexts } from '../i18n/course-catalogue.ts'
import {
  listDoneSteps,
  moduleSteps,
  resultPosition,
  type ModulePosition,
  type ModuleStep,
} from './module-steps.ts'
import { getCourseProgress, hasActivity, isDone, type ModuleProgress, type Progress } from './progress.ts'
import type { SavedPosition, SavedPositions } from './saved-position.ts'

const needsCoach = (progress: Progress, { id }: CourseModule): boolean =>
  progress.get(id)?.state === 'needs-you'

/** Returns when a coach was last in a module, in ms since the epoch, or 0 if this device does not know. */
const getVisitedAt = (savedPositions: SavedPositions, { id }: CourseModule): number =>
  savedPositions.get(id)?.at ?? 0

/** Lists the modules in which the coach has done something, the last visited first. */
const listVisited = (
  { modules }: Course,
  progress: Progress,
  savedPositions: SavedPositions,
): CourseModule[] =>
  modules
    .filter(({ id }) => {
      const moduleProgress = progress.get(id)
      return moduleProgress !== undefined && hasActivity(moduleProgress)
    })
    .sort((one, other) => getVisitedAt(savedPositions, other) - getVisitedAt(savedPositions, one))

/**
 * Finds the module of a course to continue with: one with an entry on which the coach must act, otherwise the
 * incomplete one that the coach visited last, otherwise the first incomplete one. Returns undefined if all
 * are complete.
 */
export const findCurrentModule = (
  course: Course,
  progress: Progress,
  savedPositions: SavedPositions,
): CourseModule | undefined => {
  const refusedModule = course.modules.find((module) => needsCoach(progress, module))
  if (refusedModule) return refusedModule
  const lastVisited = listVisited(course, progress, savedPositions).find(({ id }) => {
    const moduleProgress = progress.get(id)
    return moduleProgress !== undefined && !isDone(moduleProgress) && savedPositions.has(id)
  })
  return lastVisited ?? getCourseProgress(course, progress).next
}

/**
 * Finds the module that a coach continues with: one that needs them, in any course. Otherwise the current
 * module of the course that they visited last, or of the first course if they have started none. Returns
 * undefined if all courses are complete.
 */
export const findContinuation = (
  progress: Progress,
  savedPositions: SavedPositions,
): { course: Course; module: CourseModule } | undefined => {
  const candidates = courses.flatMap((course) => {
    const module = findCurrentModule(course, progress, savedPositions)
    return module ? [{ course, module, isStarted: getCourseProgress(course, progress).isStarted }] : []
  })
  const getLastVisitAt = ({ course }: { course: Course }): number =>
    Math.max(
      0,
      ...listVisited(course, progress, savedPositions).map((module) => getVisitedAt(savedPositions, module)),
    )
  const startedCourses = candidates
    .filter(({ isStarted }) => isStarted)
    .sort((one, other) => getLastVisitAt(other) - getLastVisitAt(one))
  return candidates.find(({ module }) => needsCoach(progress, module)) ?? startedCourses[0] ?? candidates[0]
}

/** Finds the module that a coach has not visited for the longest time on this device. */
export const findLongestUnvisited = (
  savedPositions: SavedPositions,
): { course: Course; module: CourseModule } => {
  const rows = courses.flatMap((course) => course.modules.map((module) => ({ course, module })))
  return rows.reduce((oldest, row) =>
    getVisitedAt(savedPositions, row.module) < getVisitedAt(savedPositions, oldest.module) ? row : oldest,
  )
}

/** The minutes that each step of a module takes, or undefined before the module's texts are loaded. */
type Minutes = ModuleTexts['minutes']

/** Lists the steps that a module has. Empty before its texts are loaded. */
export const listSteps = (minutes: Minutes): ModuleStep[] =>
  moduleSteps.filter((step) => minutes?.[step] !== undefined)

/**
 * Returns which steps of a module are done, and which are required for its completion. The other steps are
 * only read, and the app does not record that.
 */
const classifySteps = (module: CourseModule, progress: ModuleProgress | undefined) => ({
  done: new Set<ModulePosition['step']>(progress && listDoneSteps(module, progress)),
  required: new Set<ModulePosition['step']>(listDoneSteps(module, { finished: true, answered: true })),
})

const isAfter = (step: ModuleStep, other: ModuleStep): boolean =>
  moduleSteps.indexOf(step) > moduleSteps.indexOf(other)

/**
 * Finds the position where a coach continues in a module: the page where they stopped, otherwise the next step
 * that is not done. If they stopped at the result, required steps come first.
 */
export const findNextPosition = (
  module: CourseModule,
  minutes: Minutes,
  progress: ModuleProgress | undefined,
  savedPosition: SavedPosition | undefined,
): ModulePosition => {
  // The result shows the coach what the server refused.
  if (progress?.state === 'needs-you') return resultPosition
  const { done, required } = classifySteps(module, progress)
  if (savedPosition && savedPosition.step !== 'result' && !done.has(savedPosition.step))
    return { step: savedPosition.step, page: savedPosition.page }
  const openSteps = listSteps(minutes).filter((step) => !done.has(step))
  const isNext = (step: ModuleStep) => {
    if (!savedPosition) return true
    return savedPosition.step === 'result' ? required.has(step) : isAfter(step, savedPosition.step)
  }
  const firstStep = module.kind === 'video' ? 'watch' : 'understand'
  return { step: openSteps.find(isNext) ?? openSteps[0] ?? firstStep, page: 1 }
}

/**
 * Counts the minutes that a module still takes from a position on, including earlier required steps not yet
 * done.
 */
export const countMinutesLeft = (
  module: CourseModule,
  minutes: Minutes,
  progress: ModuleProgress | undefined,
  { step: currentStep }: ModulePosition,
): number => {
  const { done, required } = classifySteps(module, progress)
  const isPassed = (step: ModuleStep) => currentStep === 'result' || isAfter(currentStep, step)
  return listSteps(minutes)
    .filter((step) => (required.has(step) ? !done.has(step) : !isPassed(step)))
    .reduce((sum, step) => sum + (minutes?.[step] ?? 0), 0)
}
