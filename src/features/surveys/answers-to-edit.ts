import * as v from 'valibot'
import { moduleOf, type Course, type CourseModule } from '../../config/courses.ts'
import { upgradeBody } from '../../contract/schema-version.ts'
import { answers } from '../../contract/shapes.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { subjectOf } from '../../outbox/events/events.ts'
import { surveyLane } from '../../outbox/events/lanes.ts'
import { valuesOf, type AnswerValues } from './answer-values.ts'

const answered = v.looseObject({ answers })

/** What an entry answers, as the form of its survey shows it; undefined where it is about something else. */
export const answersToEdit = (
  entry: Entry,
): { course: Course; module: CourseModule; values: AnswerValues } | undefined => {
  const found = moduleOf(subjectOf(entry) ?? '')
  if (!found || entry.lane !== surveyLane(found.module.id)) return undefined
  const call = found.module.kind === 'video' ? 'saveAnswers' : 'saveExtraAnswers'
  const parsed = v.safeParse(answered, upgradeBody(call, entry.schemaVersion, entry.payload))
  if (!parsed.success) return undefined
  return { ...found, values: valuesOf(found.module.survey, parsed.output.answers) }
}
