import { courses } from '../../config/courses.ts'

/** The lane of a module's survey. */
export const surveyLane = (module: string): string => `survey:${module}`

/** The lanes of every survey of a course. */
export const surveyLanesOf = (course: string): string[] =>
  courses.flatMap(({ id, modules }) => (id === course ? modules.map((module) => surveyLane(module.id)) : []))
