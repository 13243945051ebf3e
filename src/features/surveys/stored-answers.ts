import type { ResponseOf } from '../../contract/product-api.ts'
import type { Answer } from '../../contract/shapes.ts'
import { isOfDeletedAccount, type Entry } from '../../outbox/entry/entry.ts'
import { answersIn } from './answers-to-edit.ts'

/** Answers that were given before, and where they are. */
export type StoredAnswers =
  | { is: 'waiting' | 'needs-you'; answers: readonly Answer[] }
  | {
      is: 'answered'
      answers: readonly Answer[]
      answeredAt: string | null
      /** What was answered on this device, in whose place later answers of another device count. */
      replaced?: { answers: readonly Answer[]; answeredAt: string }
    }

/** The newest answers to a survey: those that this device still holds before those that the server has. */
export const storedAnswers = (
  module: string,
  entries: readonly Entry[],
  delivered: ResponseOf<'getAnswers'> | undefined,
): StoredAnswers | undefined => {
  for (const entry of [...entries].reverse()) {
    const found = answersIn(entry)
    if (found?.module.id === module && !isOfDeletedAccount(entry))
      return { is: entry.state.is, answers: found.answers }
  }
  if (!delivered?.answers) return undefined
  const { answers, answered_at: answeredAt, replaced } = delivered
  return {
    is: 'answered',
    answers,
    answeredAt,
    ...(replaced && { replaced: { answers: replaced.answers, answeredAt: replaced.answered_at } }),
  }
}
