import { and, eq } from 'drizzle-orm'
import { findModule, type CourseModule, type Question } from '../../../src/config/courses.ts'
import { findUnansweredQuestions } from '../../../src/config/questions.ts'
import { isContentId, type Answer } from '../../../src/contract/shared-schemas.ts'
import type { CustomerHandler, OutboxHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { surveyAnswers } from '../../db/schema.ts'
import type { ApiError } from '../../http/api-error.ts'
import { findReplacedAnswers, type Survey } from './replaced-answers.ts'

/**
 * Why an answer does not fit. `path` is the invalid part of the answer. `canBeNewer`: whether the value looks
 * like an option or question that a newer release of the server may know.
 */
type Mismatch = { path: string; canBeNewer: boolean }

const repeatedQuestion: Mismatch = { path: 'question', canBeNewer: false }

/** Finds the first part of a value that does not fit its question. Undefined if the whole value fits. */
const findValueMismatch = (question: Question, value: Answer['value']): Mismatch | undefined => {
  if ((question.kind === 'multiple') !== Array.isArray(value)) return { path: 'value', canBeNewer: false }
  if (question.kind === 'text') return undefined
  const isKnown = (option: string) => question.options.includes(option)
  // The value of a question with one choice.
  if (typeof value === 'string') {
    return isKnown(value) ? undefined : { path: 'value', canBeNewer: isContentId(value) }
  }
  // An option is invalid if it is unknown or occurs twice.
  const invalidIndex = value.findIndex((option, index) => !isKnown(option) || value.indexOf(option) !== index)
  const option = value[invalidIndex]
  if (option === undefined) return undefined
  return { path: `value.${invalidIndex}`, canBeNewer: !isKnown(option) && isContentId(option) }
}

/** Finds the part of an answer that does not fit the survey. Undefined if the answer fits. */
const findMismatch = (
  survey: readonly Question[],
  { question: questionId, value }: Answer,
): Mismatch | undefined => {
  const question = survey.find(({ id }) => id === questionId)
  if (!question) return { path: 'question', canBeNewer: isContentId(questionId) }
  return findValueMismatch(question, value)
}

/** Rejects answers that leave out a question that the module had in that version of the contract. */
const checkComplete = (
  module: CourseModule,
  answers: readonly Answer[],
  version: number,
): ApiError | undefined => {
  const [unanswered] = findUnansweredQuestions(module, answers, version)
  if (!unanswered) return undefined
  const detail = `The question ${unanswered.id} of this module is not answered.`
  return { code: 'invalid-body', path: 'answers', detail }
}

/**
 * Rejects the first answer that does not fit its module's survey, and answers that are incomplete for their
 * version of the contract. An unknown question or option has its own error code, because the coach's app may
 * be newer than this instance of the server.
 */
export const checkAnswers = (
  moduleId: string,
  answers: readonly Answer[],
  version: number,
): ApiError | undefined => {
  const module = findModule(moduleId)?.module
  const survey = module?.survey ?? []
  for (const [index, answer] of answers.entries()) {
    const isRepeated = answers.findIndex(({ question }) => question === answer.question) !== index
    const mismatch = isRepeated ? repeatedQuestion : findMismatch(survey, answer)
    if (mismatch) {
      const detail = 'The survey of this module has no such question or option, or it is answered twice.'
      const code = mismatch.canBeNewer ? 'schema-unknown' : 'invalid-body'
      return { code, path: `answers.${index}.${mismatch.path}`, detail }
    }
  }
  // The schema of the call accepts only ids of known modules.
  return module && checkComplete(module, answers, version)
}

/** Reads a coach's answers to a survey, as one of their devices receives them. */
const readAnswers = async (db: Database, survey: Survey, deviceId: string) => {
  const { customer, moduleId } = survey
  const isOfSurvey = and(eq(surveyAnswers.customerId, customer), eq(surveyAnswers.moduleId, moduleId))
  const [row] = await db.select().from(surveyAnswers).where(isOfSurvey)
  if (!row) return { answers: null, answered_at: null }
  // If the current answers come from this device, the coach has answered again here and needs no notice.
  const replaced = row.device === deviceId ? undefined : await findReplacedAnswers(db, survey, deviceId)
  const current = { answers: row.answers, answered_at: row.answeredAt.toISOString() }
  return replaced ? { ...current, replaced } : current
}

const saveAnswers: OutboxHandler<'saveAnswers'> = {
  validate: ({ video_id: moduleId, answers }, version) => checkAnswers(moduleId, answers, version),
  listAdditions: (_entry, { video_id: moduleId, answers }) => [{ change: { moduleId, answers } }],
}

const saveExtraAnswers: OutboxHandler<'saveExtraAnswers'> = {
  validate: ({ extra_module_id: moduleId, answers }, version) => checkAnswers(moduleId, answers, version),
  listAdditions: (_entry, { extra_module_id: moduleId, answers }) => [{ change: { moduleId, answers } }],
}

/** Handles the calls that save and read the answers to the surveys of modules. */
export const createSurveys = ({ db }: { db: Database }) => {
  const getAnswers: CustomerHandler<'getAnswers'> = ({ video_id: moduleId }, { customer, device }) =>
    readAnswers(db, { customer, moduleId }, device)

  const getExtraAnswers: CustomerHandler<'getExtraAnswers'> = (body, { customer, device }) =>
    readAnswers(db, { customer, moduleId: body.extra_module_id }, device)

  const checkSurvey: CustomerHandler<'checkSurvey'> = async ({ video_id: moduleId }, { customer }) => {
    const isOfSurvey = and(eq(surveyAnswers.customerId, customer), eq(surveyAnswers.moduleId, moduleId))
    return { answered: (await db.$count(surveyAnswers, isOfSurvey)) > 0 }
  }

  return { saveAnswers, saveExtraAnswers, getAnswers, getExtraAnswers, checkSurvey }
}
