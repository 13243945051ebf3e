import type { Question } from '../../config/courses.ts'
import { isSame, valuesOf, type AnswerValues } from './answer-values.ts'
import type { StoredAnswers } from './stored-answers.ts'

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
