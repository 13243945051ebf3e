import { courses } from '../../config/courses.ts'

/** The lane of what a coach did with films and texts. */
export const progressLane = 'progress'

/** The lane of a module's survey. */
export const surveyLane = (module: string): string => `survey:${module}`

/** The lane of the certificate of a course. */
export const certificateLane = (course: string): string => `certificate:${course}`

/** The lanes of everything that the certificate of a course asks for. */
export const lanesOf = (course: string): string[] => [
  progressLane,
  ...courses.flatMap(({ id, modules }) =>
    id === course ? modules.map((module) => surveyLane(module.id)) : [],
  ),
]
