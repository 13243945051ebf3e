import { courses } from '../../config/courses.ts'

// A lane is a queue in the outbox. Its entries reach the server in the order of capture.

/** The lane of a coach's progress with videos and texts. */
export const progressLane = 'progress'

export const getSurveyLane = (moduleId: string): string => `survey:${moduleId}`

export const getCertificateLane = (courseId: string): string => `certificate:${courseId}`

/** Lists the lanes whose entries must reach the server before it can issue the certificate of a course. */
export const listRequiredLanes = (courseId: string): string[] => [
  progressLane,
  ...courses
    .filter(({ id }) => id === courseId)
    .flatMap(({ modules }) => modules.map(({ id: moduleId }) => getSurveyLane(moduleId))),
]
