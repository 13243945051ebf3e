import type { Question } from '../../config/courses.ts'
import { isSame, valuesOf, type AnswerValues } from './answer-values.ts'
import type { StoredAnswers } from './stored-answers.ts'

/** Answers that a coach began to give or to change, and those that counted when they began. */
export type Draft = { values: AnswerValues; base: AnswerValues }

/**
 * Whether a draft may take the place of the stored answers: `outdated` where others were given since it was begun, which its coach
 * may not have seen; `saved` where they say the same.
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
