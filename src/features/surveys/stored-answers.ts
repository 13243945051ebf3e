import type { ResponseOf } from '../../contract/product-api.ts'
import type { Answer } from '../../contract/shapes.ts'
import { deliveredSince, type WithCopies } from '../../outbox/delivered-since.ts'
import { isOfDeletedAccount, type Entry } from '../../outbox/entry/entry.ts'
import type { DeliveredCopy } from '../../outbox/store/delivered-copy.ts'
import { answersIn } from './answers-to-edit.ts'
import { isSame, valuesOf } from './answer-values.ts'

/** Answers that were given before, and where they are. */
export type StoredAnswers = {
  answers: readonly Answer[]
  answeredAt: string | null
  /** Given on this device. */
  here: boolean
} & (
  | { is: 'waiting' | 'needs-you' }
  | {
      is: 'answered'
      /** What was answered on this device, in whose place later answers of another device count. */
      replaced?: { answers: readonly Answer[]; answeredAt: string }
    }
)

type Sources = {
  /** What this device holds. */
  entries: readonly Entry[]
  /** What it has delivered; undefined until that is read. */
  copies: readonly DeliveredCopy[] | undefined
  /** What the server said last. */
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
 * The newest answers to a survey: those that this device still holds, else those that it delivered since it asked the server, else
 * those that the server has. Undefined while it is not known which are the newest: older ones would invite to change them.
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
