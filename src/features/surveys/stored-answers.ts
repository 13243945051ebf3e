import type { ResponseOf } from '../../contract/product-api.ts'
import type { Answer } from '../../contract/shapes.ts'
import { deliveredSince, type WithCopies } from '../../outbox/delivered-since.ts'
import { isOfDeletedAccount, type Entry } from '../../outbox/entry/entry.ts'
import type { DeliveredCopy } from '../../outbox/store/delivered-copy.ts'
import { answersIn } from './answers-to-edit.ts'
import { isSame, valuesOf } from './answer-values.ts'

/** Earlier answers, and where they are stored. */
export type StoredAnswers = {
  answers: readonly Answer[]
  answeredAt: string | null
  /** Given on this device. */
  here: boolean
} & (
  | { is: 'waiting' | 'needs-you' }
  | {
      is: 'answered'
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
        state: entry.state.is,
        survey: found.module.survey,
        answers: found.answers,
        answeredAt: new Date(entry.capturedAt.corrected).toISOString(),
      }
  }
  return undefined
}

/**
 * The newest answers to a survey: answers that this device still holds; otherwise answers that it delivered
 * since the last fetch; otherwise the server's answers. Undefined while it is unknown which are the newest:
 * showing older answers would invite the coach to change them.
 */
export const storedAnswers = (
  module: string,
  { entries, copies, known }: Sources,
): StoredAnswers | undefined => {
  const held = lastIn(entries, module)
  if (held) return { is: held.state, answers: held.answers, answeredAt: held.answeredAt, here: true }
  if (!copies) return undefined
  const delivered = lastIn(deliveredSince(known, copies), module)
  if (delivered)
    return { is: 'answered', answers: delivered.answers, answeredAt: delivered.answeredAt, here: true }
  if (!known?.answers) return undefined
  const { answers, answered_at: answeredAt, replaced } = known
  const last = lastIn(deliveredSince(undefined, copies), module)
  const here =
    last !== undefined &&
    isSame(last.survey, valuesOf(last.survey, last.answers), valuesOf(last.survey, answers))
  return {
    is: 'answered',
    answers,
    answeredAt,
    here,
    ...(replaced && { replaced: { answers: replaced.answers, answeredAt: replaced.answered_at } }),
  }
}
