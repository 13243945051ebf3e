import { courses } from '../../config/courses.ts'

/** The lane of a coach's progress with videos and texts. */
export const progressLane = 'progress'

export const surveyLane = (module: string): string => `survey:${module}`

export const certificateLane = (course: string): string => `certificate:${course}`

/** Lists the lanes of everything that the certificate of a course requires. */
export const listLanes = (course: string): string[] => [
  progressLane,
  ...courses.flatMap(({ id, modules }) =>
    id === course ? modules.map((module) => surveyLane(module.id)) : [],
  ),
]
