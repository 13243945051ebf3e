import * as v from 'valibot'
import { moduleOf } from '../../config/courses.ts'
import { upgradeBody } from '../../contract/schema-version.ts'
import { answers } from '../../contract/shapes.ts'
import { parsed } from '../../lib/parsed.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { subjectOf } from '../../outbox/events/events.ts'
import { surveyLane } from '../../outbox/events/lanes.ts'
import { valuesOf } from './answer-values.ts'

const answered = v.looseObject({ answers })

/**
 * The survey that an entry answers, and its answers in the current version; undefined if the entry contains
 * no survey answers.
 */
export const answersIn = (entry: Entry) => {
  const found = moduleOf(subjectOf(entry) ?? '')
  if (!found || entry.lane !== surveyLane(found.module.id)) return undefined
  const call = found.module.kind === 'video' ? 'saveAnswers' : 'saveExtraAnswers'
  const body = parsed(answered, upgradeBody(call, entry.schemaVersion, entry.payload))
  return body && { ...found, answers: body.answers }
}

/** The answers of an entry as form values; undefined if the entry contains no survey answers. */
export const answersToEdit = (entry: Entry) => {
  const found = answersIn(entry)
  return found && { ...found, values: valuesOf(found.module.survey, found.answers) }
}
