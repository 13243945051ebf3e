import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, sql } from 'drizzle-orm'
import { findModule, type CourseModule, type Question } from '../../../src/config/courses.ts'
import { findOpenQuestions } from '../../../src/config/questions.ts'
import { isContentId, type Answer } from '../../../src/contract/shapes.ts'
import type { CustomerHandler, OutboxHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { isCapturedLater, isSameDevice } from '../../db/deliveries/capture-order.ts'
import { deliveries, replacedAnswers, surveyAnswers } from '../../db/schema.ts'
import type { Refusal } from '../../http/refusal.ts'

/**
 * Why an answer does not fit. `path` is the invalid part of the answer. `mayBeNewer`: whether the value looks
 * like an option or question that a newer release of the server may know.
 */
type Mismatch = { path: string; mayBeNewer: boolean }

const repeatedQuestion: Mismatch = { path: 'question', mayBeNewer: false }

/** Finds the first part of a value that does not fit its question. Undefined if the whole value fits. */
const findValueMismatch = (question: Question, value: Answer['value']): Mismatch | undefined => {
  if ((question.kind === 'multiple') !== Array.isArray(value)) return { path: 'value', mayBeNewer: false }
  if (question.kind === 'text') return undefined
  const isKnown = (option: string) => question.options.includes(option)
  // The value of a question with one choice.
  if (typeof value === 'string') {
    return isKnown(value) ? undefined : { path: 'value', mayBeNewer: isContentId(value) }
  }
  // An option is invalid if it is unknown or occurs twice.
  const invalidIndex = value.findIndex((option, index) => !isKnown(option) || value.indexOf(option) !== index)
  const option = value[invalidIndex]
  if (option === undefined) return undefined
  return { path: `value.${invalidIndex}`, mayBeNewer: !isKnown(option) && isContentId(option) }
}

/** Finds the part of an answer that does not fit the survey. Undefined if the answer fits. */
const findMismatch = (
  survey: readonly Question[],
  { question: questionId, value }: Answer,
): Mismatch | undefined => {
  const question = survey.find(({ id }) => id === questionId)
  if (!question) return { path: 'question', mayBeNewer: isContentId(questionId) }
  return findValueMismatch(question, value)
}

/** Refuses answers that leave out a question which the module had in that version of the contract. */
const checkComplete = (
  module: CourseModule,
  answers: readonly Answer[],
  version: number,
): Refusal | undefined => {
  const [unanswered] = findOpenQuestions(module, answers, version)
  if (!unanswered) return undefined
  const detail = `The question ${unanswered.id} of this module is not answered.`
  return { code: 'invalid-body', path: 'answers', detail }
}

/**
 * Refuses the first answer that does not fit its module's survey, and answers that are incomplete for the
 * version of the contract in which they were given. An unknown question or option gets its own refusal,
 * because the coach's app may be newer than this copy of the server.
 */
export const checkAnswers = (
  moduleId: string,
  answers: readonly Answer[],
  version: number,
): Refusal | undefined => {
  const module = findModule(moduleId)?.module
  const survey = module?.survey ?? []
  for (const [index, answer] of answers.entries()) {
    const isRepeated = answers.findIndex(({ question }) => question === answer.question) !== index
    const mismatch = isRepeated ? repeatedQuestion : findMismatch(survey, answer)
    if (mismatch) {
      const detail = 'The survey of this module has no such question or option, or it is answered twice.'
      const code = mismatch.mayBeNewer ? 'schema-unknown' : 'invalid-body'
      return { code, path: `answers.${index}.${mismatch.path}`, detail }
    }
  }
  return module && checkComplete(module, answers, version)
}

type Survey = { customer: string; moduleId: string }

/** Finds a device's answers to a survey that later answers of another device replaced. */
const findReplacedAnswers = async (db: Database, { customer, moduleId }: Survey, device: string) => {
  const isOfDevice = and(
    eq(replacedAnswers.customerId, customer),
    eq(replacedAnswers.moduleId, moduleId),
    eq(replacedAnswers.device, device),
  )
  const [row] = await db
    .select({ answers: replacedAnswers.answers, answeredAt: replacedAnswers.answeredAt })
    .from(replacedAnswers)
    .leftJoin(deliveries, eq(deliveries.sequence, replacedAnswers.sequence))
    .where(isOfDevice)
    // After a restore, older answers may have arrived later.
    .orderBy(sql`${deliveries.seq} desc nulls last`, desc(replacedAnswers.sequence))
    .limit(1)
  return row && { answers: row.answers, answered_at: row.answeredAt.toISOString() }
}

/** Reads a coach's answers to a survey, as one of their devices receives them. */
const readAnswers = async (db: Database, survey: Survey, device: string) => {
  const { customer, moduleId } = survey
  const isOfSurvey = and(eq(surveyAnswers.customerId, customer), eq(surveyAnswers.moduleId, moduleId))
  const [row] = await db.select().from(surveyAnswers).where(isOfSurvey)
  if (!row) return { answers: null, answered_at: null }
  // If the current answers come from this device, the coach has answered again here and needs no notice.
  const replaced = row.device === device ? undefined : await findReplacedAnswers(db, survey, device)
  const current = { answers: row.answers, answered_at: row.answeredAt.toISOString() }
  return replaced ? { ...current, replaced } : current
}

const saveAnswers: OutboxHandler<'saveAnswers'> = {
  refuse: ({ video_id: moduleId, answers }, version) => checkAnswers(moduleId, answers, version),
  listAdditions: (_entry, { video_id: moduleId, answers }) => [{ step: { moduleId, answers } }],
}

const saveExtraAnswers: OutboxHandler<'saveExtraAnswers'> = {
  refuse: ({ extra_module_id: moduleId, answers }, version) => checkAnswers(moduleId, answers, version),
  listAdditions: (_entry, { extra_module_id: moduleId, answers }) => [{ step: { moduleId, answers } }],
}

export type AnswersRow = typeof surveyAnswers.$inferSelect

/**
 * A coach's answers to a module, with the device that captured them and their entry's number there. Both are
 * null if they are unknown: the device did not send them, or a restored database has lost the delivery.
 */
export type DeliveredAnswers = { row: AnswersRow; device: string | null; seq: number | null }

/** Whether answers cover all questions that a module has today. Answers to an older version may not. */
const isComplete = ({ row: { moduleId, answers } }: DeliveredAnswers): boolean => {
  const module = findModule(moduleId)?.module
  return module !== undefined && findOpenQuestions(module, answers).length === 0
}

/**
 * Whether arrived answers replace the current ones. Complete answers always replace incomplete ones;
 * otherwise the answers captured last win.
 */
const isReplacement = (arrived: DeliveredAnswers, current: DeliveredAnswers, isLater: boolean): boolean => {
  const isArrivedComplete = isComplete(arrived)
  return isArrivedComplete === isComplete(current) ? isLater : isArrivedComplete
}

const toOrigin = ({ device, seq, row }: DeliveredAnswers) => ({ device, seq, capturedAt: row.answeredAt })

/**
 * Decides which answers of a coach to a module are the current ones: those that were stored or those that
 * have arrived. The answers captured last win, regardless of the order of arrival, but incomplete answers to
 * an older version of the module never replace complete ones. The others are returned as `replaced` and
 * stored, too, so that nothing that a coach wrote is lost.
 */
export const resolveAnswers = (
  current: DeliveredAnswers | undefined,
  arrived: DeliveredAnswers,
): { current: DeliveredAnswers; replaced?: AnswersRow } => {
  if (!current) return { current: arrived }
  const isLater = isCapturedLater(toOrigin(arrived), toOrigin(current))
  if (!isReplacement(arrived, current, isLater)) return { current, replaced: arrived.row }
  // If the device's clock was set back, answers that were captured later have an earlier time. They then get
  // the time of the answers they replace, so that an older value of another device does not win.
  const wasClockSetBack = isLater && current.row.answeredAt > arrived.row.answeredAt
  const { answeredAt } = (wasClockSetBack ? current : arrived).row
  const newCurrent = { ...arrived, row: { ...arrived.row, answeredAt } }
  // Identical answers of the same device replace nothing that should be kept.
  const isSame = isSameDevice(arrived, current) && isDeepStrictEqual(arrived.row.answers, current.row.answers)
  return isLater && isSame ? { current: newCurrent } : { current: newCurrent, replaced: current.row }
}

/** Creates the calls that save and read the answers to the surveys of modules. */
export const createSurveys = ({ db }: { db: Database }) => {
  const getAnswers: CustomerHandler<'getAnswers'> = ({ video_id: moduleId }, { customer, device }) =>
    readAnswers(db, { customer, moduleId }, device)

  const getExtraAnswers: CustomerHandler<'getExtraAnswers'> = (body, { customer, device }) =>
    readAnswers(db, { customer, moduleId: body.extra_module_id }, device)

  const checkSurvey: CustomerHandler<'checkSurvey'> = async ({ video_id: id }, { customer }) => {
    const isOfSurvey = and(eq(surveyAnswers.customerId, customer), eq(surveyAnswers.moduleId, id))
    return { answered: (await db.$count(surveyAnswers, isOfSurvey)) > 0 }
  }

  return { saveAnswers, saveExtraAnswers, getAnswers, getExtraAnswers, checkSurvey }
}
