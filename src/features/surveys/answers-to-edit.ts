import * as v from 'valibot'
import { findModule } from '../../config/courses.ts'
import { upgradeBody } from '../../contract/schema-version.ts'
import { answers } from '../../contract/shared-schemas.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { findSubject } from '../../outbox/events/events.ts'
import { getSurveyLane } from '../../outbox/events/lane-names.ts'
import { toAnswerValues } from './answer-values.ts'

/** The part that the entries of all surveys have in common. */
const surveySchema = v.looseObject({ answers })

/**
 * Returns the survey that an entry answers, and its answers in the format of the current version, or
 * undefined if the entry contains no survey answers.
 */
export const readSurveyAnswers = (entry: Entry) => {
  const subject = findModule(findSubject(entry) ?? '')
  // A lane is a queue of the outbox. Other entries about the module, for example its progress, are in other
  // lanes.
  if (!subject || entry.lane !== getSurveyLane(subject.module.id)) return undefined
  const { course, module } = subject
  const call = module.kind === 'video' ? 'saveAnswers' : 'saveExtraAnswers'
  const currentBody = upgradeBody(call, entry.schemaVersion, entry.payload)
  const body = parseOrUndefined(surveySchema, currentBody)
  return body && { course, module, answers: body.answers }
}

/** Returns the answers of an entry with their form values, or undefined if the entry contains no answers. */
export const getAnswersToEdit = (entry: Entry) => {
  const survey = readSurveyAnswers(entry)
  return survey && { ...survey, values: toAnswerValues(survey.module.survey, survey.answers) }
}
