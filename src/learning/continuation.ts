import { courses, type Course, type CourseModule } from '../config/courses.ts'
import type { ModuleTexts } from '../i18n/course-catalogue.ts'
import {
  listDone,
  moduleSteps,
  resultPlace,
  type ModulePlace,
  type ModuleStep,
  type SavedPlace,
} from './module-steps.ts'
import { courseProgress, isBegun, isDone, type ModuleProgress, type Progress } from './progress.ts'

/** Where a customer stopped in each module on this device, by its id. */
export type Places = ReadonlyMap<string, SavedPlace>

const needsCoach = (progress: Progress, { id }: CourseModule): boolean =>
  progress.get(id)?.state === 'needs-you'

/** When a coach was last in a module, in ms since epoch; 0 if this device does not know. */
const visitedAt = (places: Places, { id }: CourseModule): number => places.get(id)?.at ?? 0

/** Modules in which the coach has done a part, the last visited first. An opened module does not count. */
const listVisited = ({ modules }: Course, progress: Progress, places: Places): CourseModule[] =>
  modules
    .filter(({ id }) => {
      const moduleProgress = progress.get(id)
      return moduleProgress !== undefined && isBegun(moduleProgress)
    })
    .sort((one, other) => visitedAt(places, other) - visitedAt(places, one))

/**
 * The module of a course to continue with: one that needs the coach, otherwise the one that the coach left
 * last in its middle, otherwise the first that is not complete. Undefined if all are.
 */
export const findCurrentModule = (
  course: Course,
  progress: Progress,
  places: Places,
): CourseModule | undefined => {
  const refused = course.modules.find((module) => needsCoach(progress, module))
  if (refused) return refused
  const leftOpen = listVisited(course, progress, places).find(({ id }) => {
    const moduleProgress = progress.get(id)
    return moduleProgress !== undefined && !isDone(moduleProgress) && places.has(id)
  })
  return leftOpen ?? courseProgress(course, progress).next
}

/**
 * The module that a coach continues with: one that needs them, in any course, otherwise the current one of the
 * course in which they were last, otherwise that of a course that they have not begun. Undefined if all
 * courses are complete.
 */
export const findContinuation = (
  progress: Progress,
  places: Places,
): { course: Course; module: CourseModule } | undefined => {
  const rows = courses.flatMap((course) => {
    const module = findCurrentModule(course, progress, places)
    return module ? [{ course, module, begun: courseProgress(course, progress).begun }] : []
  })
  const lastVisit = ({ course }: { course: Course }): number =>
    Math.max(0, ...listVisited(course, progress, places).map((module) => visitedAt(places, module)))
  const begun = rows.filter((row) => row.begun).sort((one, other) => lastVisit(other) - lastVisit(one))
  return rows.find(({ module }) => needsCoach(progress, module)) ?? begun[0] ?? rows[0]
}

/** The module that a coach has not visited for the longest time on this device. */
export const findLongestUnvisited = (places: Places): { course: Course; module: CourseModule } => {
  return courses
    .flatMap((course) => course.modules.map((module) => ({ course, module })))
    .reduce((oldest, row) =>
      visitedAt(places, row.module) < visitedAt(places, oldest.module) ? row : oldest,
    )
}

/** The minutes of a module's steps; undefined before its texts are loaded. */
type Minutes = ModuleTexts['minutes']

/** The steps of a module, as far as its texts are loaded. */
export const listSteps = (minutes: Minutes): ModuleStep[] =>
  moduleSteps.filter((step) => minutes?.[step] !== undefined)

/** Which steps of a module are done, and which have to be: a step that is only read leaves no trace. */
const sortSteps = (module: CourseModule, progress: ModuleProgress | undefined) => ({
  done: new Set<ModulePlace['step']>(progress && listDone(module, progress)),
  required: new Set<ModulePlace['step']>(listDone(module, { finished: true, answered: true })),
})

/**
 * Where a coach continues in a module: the page where they stopped, otherwise the next step that is not done.
 * The result of a module lacks a required step.
 */
export const findNextPlace = (
  module: CourseModule,
  minutes: Minutes,
  progress: ModuleProgress | undefined,
  saved: SavedPlace | undefined,
): ModulePlace => {
  // It says what was refused.
  if (progress?.state === 'needs-you') return resultPlace
  const { done, required } = sortSteps(module, progress)
  if (saved && saved.step !== 'result' && !done.has(saved.step)) return { step: saved.step, page: saved.page }
  const left = listSteps(minutes).filter((step) => !done.has(step))
  const isNext = (step: ModuleStep) => {
    if (!saved) return true
    return saved.step === 'result' ? required.has(step) : isAfter(step, saved.step)
  }
  const first = module.kind === 'video' ? 'watch' : 'understand'
  return { step: left.find(isNext) ?? left[0] ?? first, page: 1 }
}

const isAfter = (step: ModuleStep, other: ModuleStep): boolean =>
  moduleSteps.indexOf(step) > moduleSteps.indexOf(other)

/** The minutes that a module still takes from a place on, with the required steps before it that are not done. */
export const countMinutesLeft = (
  module: CourseModule,
  minutes: Minutes,
  progress: ModuleProgress | undefined,
  { step: current }: ModulePlace,
): number => {
  const { done, required } = sortSteps(module, progress)
  const isPassed = (step: ModuleStep) => current === 'result' || isAfter(current, step)
  return listSteps(minutes)
    .filter((step) => (required.has(step) ? !done.has(step) : !isPassed(step)))
    .reduce((sum, step) => sum + (minutes?.[step] ?? 0), 0)
}
