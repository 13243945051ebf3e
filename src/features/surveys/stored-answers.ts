import type { ResponseOf } from '../../contract/product-api.ts'
import type { Answer } from '../../contract/shapes.ts'
import { findNewerEntries, type WithCopies } from '../../outbox/find-newer-entries.ts'
import { isOfDeletedAccount, type Entry } from '../../outbox/entry/entry.ts'
import type { DeliveredCopy } from '../../outbox/store/delivered-copy.ts'
import { answersIn } from './answers-to-edit.ts'
import { haveSameAnswers, toAnswerValues, type AnswerValues } from './answer-values.ts'
import type { Question } from '../../config/courses.ts'

/** Earlier answers, and where they are stored. */
export type StoredAnswers = {
  answers: readonly Answer[]
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
  /** The entries that this device holds. */
  entries: readonly Entry[]
  /** The entries that it has delivered; undefined until they are read. */
  copies: readonly DeliveredCopy[] | undefined
  /** The last response of the server; undefined if there was none. */
  response: WithCopies<ResponseOf<'getAnswers'>> | undefined
}

/** The last answers to the survey of a module among entries. */
const findLastAnswers = (entries: readonly Entry[], module: string) => {
  for (const entry of [...entries].reverse()) {
    const survey = answersIn(entry)
    if (survey?.module.id === module && !isOfDeletedAccount(entry))
      return {
        entry,
        questions: survey.module.survey,
        answers: survey.answers,
        answeredAt: new Date(entry.capturedAt.corrected).toISOString(),
      }
  }
  return undefined
}

/** Whether an entry is delivered again, because the server has lost it. */
const isRedelivery = ({ receipt }: Entry): boolean => receipt !== undefined

type EntryAnswers = NonNullable<ReturnType<typeof findLastAnswers>>

/**
 * Whether answers that are delivered again are older than those of the server, which may come from another
 * phone.
 */
const isOutdated = ({ answeredAt }: EntryAnswers, response: Sources['response']): boolean =>
  response?.answered_at != null && Date.parse(response.answered_at) > Date.parse(answeredAt)

/**
 * The newest answers to a survey: answers that this device still holds; otherwise answers that it delivered
 * since the last fetch; otherwise the server's answers. Undefined while it is unknown which are the newest:
 * showing older answers would invite the coach to change them.
 */
export const storedAnswers = (
  module: string,
  { entries, copies, response }: Sources,
): StoredAnswers | undefined => {
  // Only the copies show whether something newer was delivered than an entry that is delivered again.
  const heldEntries = copies ? entries : entries.filter((entry) => !isRedelivery(entry))
  const last = findLastAnswers(findNewerEntries(response, { entries: heldEntries, copies }), module)
  const isHeld = last !== undefined && heldEntries.includes(last.entry)
  if (last && !(isHeld && isRedelivery(last.entry) && isOutdated(last, response))) {
    const { entry, answers, answeredAt } = last
    return { kind: isHeld ? entry.state.is : 'answered', answers, answeredAt, isFromThisDevice: true }
  }
  if (!copies || !response?.answers) return undefined
  const { answers, answered_at: answeredAt, replaced } = response
  const delivered = findLastAnswers(findNewerEntries(undefined, { entries: [], copies }), module)
  const isFromThisDevice =
    delivered !== undefined &&
    haveSameAnswers(
      delivered.questions,
      toAnswerValues(delivered.questions, delivered.answers),
      toAnswerValues(delivered.questions, answers),
    )
  return {
    kind: 'answered',
    answers,
    answeredAt,
    isFromThisDevice,
    ...(replaced && { replaced: { answers: replaced.answers, answeredAt: replaced.answered_at } }),
  }
}

/** Answers that a coach has begun to give or to change. `base`: the stored answers when the draft was begun. */
export type Draft = { values: AnswerValues; base: AnswerValues }

/**
 * Whether a draft may replace the stored answers. `outdated`: other answers were given since the draft was
 * begun, which the coach may not have seen. `saved`: the draft and the stored answers are equal.
 */
export const draftState = (
  questions: readonly Question[],
  { values, base }: Draft,
  stored: Pick<StoredAnswers, 'answers'> | undefined,
): 'current' | 'outdated' | 'saved' => {
  if (!stored) return 'current'
  const storedValues = toAnswerValues(questions, stored.answers)
  if (haveSameAnswers(questions, base, storedValues)) return 'current'
  return haveSameAnswers(questions, values, storedValues) ? 'saved' : 'outdated'
}
