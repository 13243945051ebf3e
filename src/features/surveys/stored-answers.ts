import type { ResponseOf } from '../../contract/product-api.ts'
import type { Answer } from '../../contract/shapes.ts'
import { doneSince, type WithCopies } from '../../outbox/delivered-since.ts'
import { isOfDeletedAccount, type Entry } from '../../outbox/entry/entry.ts'
import type { DeliveredCopy } from '../../outbox/store/delivered-copy.ts'
import { answersIn } from './answers-to-edit.ts'
import { isSame, valuesOf, type AnswerValues } from './answer-values.ts'
import type { Question } from '../../config/courses.ts'

/** Earlier answers, and where they are stored. */
export type StoredAnswers = {
  answers: readonly Answer[]
  answeredAt: string | null
  /** Given on this device. */
  here: boolean
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
  /** The last response of the server. */
  known: WithCopies<ResponseOf<'getAnswers'>> | undefined
}

/** The last answers to the survey of a module among entries. */
const lastIn = (entries: readonly Entry[], module: string) => {
  for (const entry of [...entries].reverse()) {
    const found = answersIn(entry)
    if (found?.module.id === module && !isOfDeletedAccount(entry))
      return {
        entry,
        survey: found.module.survey,
        answers: found.answers,
        answeredAt: new Date(entry.capturedAt.corrected).toISOString(),
      }
  }
  return undefined
}

/** Whether an entry is delivered again, because the server has lost it. */
const isAgain = ({ receipt }: Entry): boolean => receipt !== undefined

type Last = NonNullable<ReturnType<typeof lastIn>>

/** Whether answers that are delivered again were given before those that the server has, as on another phone since. */
const isOutdated = ({ answeredAt }: Last, known: Sources['known']): boolean =>
  known?.answered_at != null && Date.parse(known.answered_at) > Date.parse(answeredAt)

/**
 * The newest answers to a survey: answers that this device still holds; otherwise answers that it delivered
 * since the last fetch; otherwise the server's answers. Undefined while it is unknown which are the newest:
 * showing older answers would invite the coach to change them.
 */
export const storedAnswers = (
  module: string,
  { entries, copies, known }: Sources,
): StoredAnswers | undefined => {
  // Whether something newer was delivered than what is delivered again, the copies say.
  const held = copies ? entries : entries.filter((entry) => !isAgain(entry))
  const last = lastIn(doneSince(known, { entries: held, copies }), module)
  const isHeld = last !== undefined && held.includes(last.entry)
  if (last && !(isHeld && isAgain(last.entry) && isOutdated(last, known))) {
    const { entry, answers, answeredAt } = last
    return { kind: isHeld ? entry.state.is : 'answered', answers, answeredAt, here: true }
  }
  if (!copies || !known?.answers) return undefined
  const { answers, answered_at: answeredAt, replaced } = known
  const delivered = lastIn(doneSince(undefined, { entries: [], copies }), module)
  const here =
    delivered !== undefined &&
    isSame(
      delivered.survey,
      valuesOf(delivered.survey, delivered.answers),
      valuesOf(delivered.survey, answers),
    )
  return {
    kind: 'answered',
    answers,
    answeredAt,
    here,
    ...(replaced && { replaced: { answers: replaced.answers, answeredAt: replaced.answered_at } }),
  }
}

/** Answers that a coach has begun to give or to change, and the stored answers at that time. */
export type Draft = { values: AnswerValues; base: AnswerValues }

/**
 * Whether a draft may replace the stored answers. `outdated`: other answers were given since the draft was
 * begun, which its coach may not have seen. `saved`: the draft and the stored answers are equal.
 */
export const draftState = (
  questions: readonly Question[],
  { values, base }: Draft,
  stored: Pick<StoredAnswers, 'answers'> | undefined,
): 'current' | 'outdated' | 'saved' => {
  if (!stored) return 'current'
  const given = valuesOf(questions, stored.answers)
  if (isSame(questions, base, given)) return 'current'
  return isSame(questions, values, given) ? 'saved' : 'outdated'
}
