import type { Question } from '../../config/courses.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { Answer } from '../../contract/shared-schemas.ts'
import { findNewerEntries, type WithNewestCopy } from '../../outbox/find-newer-entries.ts'
import { isOfDeletedAccount, type Entry } from '../../outbox/entry/entry.ts'
import type { DeliveredCopy } from '../../outbox/store/delivered-copy.ts'
import { haveSameAnswers, toAnswerValues, type AnswerValues } from './answer-values.ts'
import { readSurveyAnswers } from './answers-to-edit.ts'

/**
 * Answers that a coach has given, and where they are stored. `waiting`: still on this device, which will send
 * them. `needs-you`: still on this device, because the server refused them: the coach must act. `answered`:
 * on the server.
 */
export type StoredAnswers = {
  answers: readonly Answer[]
  /** In ISO 8601, or null if the server does not know. */
  answeredAt: string | null
  /** Whether these answers were given on this device. */
  isFromThisDevice: boolean
} & (
  | { kind: 'waiting' | 'needs-you' }
  | {
      kind: 'answered'
      /** The answers from this device that later answers of another device have replaced. */
      replaced?: { answers: readonly Answer[]; answeredAt: string }
    }
)

type Sources = {
  /** The entries of the outbox: changes, for example answers, that are still on this device. */
  entries: readonly Entry[]
  /** The copies of entries that this device has delivered, or undefined until they are read. */
  copies: readonly DeliveredCopy[] | undefined
  /** The last response of the server, or undefined if there was none. */
  response: WithNewestCopy<ResponseOf<'getAnswers'>> | undefined
}

/**
 * Finds the last answers to the survey of a module. Returns undefined if there are none. `entries` are in the
 * order of capture.
 */
const findLastAnswers = (entries: readonly Entry[], moduleId: string) => {
  // From the last entry to the first.
  for (const entry of [...entries].reverse()) {
    const survey = readSurveyAnswers(entry)
    if (survey?.module.id !== moduleId || isOfDeletedAccount(entry)) continue
    // By the corrected clock: only its times can be compared with those of other devices.
    const answeredAt = new Date(entry.capturedAt.corrected).toISOString()
    return { entry, questions: survey.module.survey, answers: survey.answers, answeredAt }
  }
  return undefined
}

/** Whether an entry is delivered again, because the server has lost it. Its earlier receipt shows it. */
const isRedelivery = ({ receipt }: Entry): boolean => receipt !== undefined

type EntryAnswers = NonNullable<ReturnType<typeof findLastAnswers>>

/** Whether the server's answers are newer than those of an entry, for example from another phone. */
const hasNewerAnswers = (response: Sources['response'], { answeredAt }: EntryAnswers): boolean =>
  response?.answered_at != null && Date.parse(response.answered_at) > Date.parse(answeredAt)

/**
 * Finds the last answers that this device delivered. Without a response and without unsent entries,
 * `findNewerEntries` returns the entries of all copies, those of one survey in the order of capture.
 */
const findLastDelivered = (moduleId: string, copies: readonly DeliveredCopy[]) =>
  findLastAnswers(findNewerEntries(undefined, { entries: [], copies }), moduleId)

/** Whether a response has older answers than this device delivered: a cache or a lagging replica sent it. */
const hasOlderAnswers = (response: NonNullable<Sources['response']>, lastDelivered: EntryAnswers): boolean =>
  response.answered_at !== null && Date.parse(response.answered_at) < Date.parse(lastDelivered.answeredAt)

/**
 * Whether the server's answers were given on this device. The server does not say who gave them, so they are
 * compared with the last answers that this device delivered.
 */
const wereGivenHere = (answers: readonly Answer[], lastDelivered: EntryAnswers | undefined): boolean => {
  if (!lastDelivered) return false
  const { questions } = lastDelivered
  return haveSameAnswers(
    questions,
    toAnswerValues(questions, lastDelivered.answers),
    toAnswerValues(questions, answers),
  )
}

/**
 * Finds the newest answers to a survey: answers that are still on this device; otherwise answers that this
 * device delivered after the last response of the server, or that are newer than that response; otherwise
 * the answers in that response. Returns undefined if there are none, or while it is unknown which are the
 * newest, because the coach must not change outdated answers.
 */
export const findStoredAnswers = (
  moduleId: string,
  { entries, copies, response }: Sources,
): StoredAnswers | undefined => {
  // Until the copies are read, entries that are delivered again are ignored, because a copy may be newer.
  const unsentEntries = copies ? entries : entries.filter((entry) => !isRedelivery(entry))
  const newerEntries = findNewerEntries(response, { entries: unsentEntries, copies })
  const lastAnswers = findLastAnswers(newerEntries, moduleId)
  const isUnsent = lastAnswers !== undefined && unsentEntries.includes(lastAnswers.entry)
  // Another phone may have answered between the first delivery of these answers and the second one.
  const isReplacedOnServer =
    lastAnswers !== undefined &&
    isUnsent &&
    isRedelivery(lastAnswers.entry) &&
    hasNewerAnswers(response, lastAnswers)
  if (lastAnswers && !isReplacedOnServer) {
    const { entry, answers, answeredAt } = lastAnswers
    return { kind: isUnsent ? entry.state.is : 'answered', answers, answeredAt, isFromThisDevice: true }
  }
  if (!copies || !response?.answers) return undefined
  const lastDelivered = findLastDelivered(moduleId, copies)
  if (lastDelivered && hasOlderAnswers(response, lastDelivered)) {
    const { answers, answeredAt } = lastDelivered
    return { kind: 'answered', answers, answeredAt, isFromThisDevice: true }
  }
  const { answers, answered_at: answeredAt, replaced } = response
  return {
    kind: 'answered',
    answers,
    answeredAt,
    isFromThisDevice: wereGivenHere(answers, lastDelivered),
    ...(replaced && { replaced: { answers: replaced.answers, answeredAt: replaced.answered_at } }),
  }
}

/** Answers that are not saved yet. `base`: the stored answers when the draft was started. */
export type Draft = { values: AnswerValues; base: AnswerValues }

/**
 * Compares a draft with the stored answers. `current`: the draft is based on them, so it may replace them.
 * `outdated`: other answers were given after the draft was started, and the coach may not have seen them.
 * `saved`: the draft equals the stored answers.
 */
export const getDraftState = (
  questions: readonly Question[],
  { values, base }: Draft,
  storedAnswers: Pick<StoredAnswers, 'answers'> | undefined,
): 'current' | 'outdated' | 'saved' => {
  if (!storedAnswers) return 'current'
  const storedValues = toAnswerValues(questions, storedAnswers.answers)
  if (haveSameAnswers(questions, base, storedValues)) return 'current'
  return haveSameAnswers(questions, values, storedValues) ? 'saved' : 'outdated'
}
