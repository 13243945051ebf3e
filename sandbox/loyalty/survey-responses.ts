import { surveyAnswerIds, surveyQuestions } from '../../src/config/survey-profile.ts'
import type { LoyaltyProfile } from '../../src/contract/loyalty/loyalty-schemas.ts'
import { createLoyaltyError } from './loyalty-error.ts'

type Responses = LoyaltyProfile['SurveyProfileResponses']

/** Throws if an answer does not belong to a known question. */
export const assertKnownAnswers = (responses: Responses) => {
  const areKnown = responses.every(
    ({ AnswerID, SurveyQuestionAnswerID }) => surveyAnswerIds.get(SurveyQuestionAnswerID) === AnswerID,
  )
  if (!areKnown) throw createLoyaltyError('surveyAnswerUnknown')
}

type Answer = { questionAnswerId: string }
/** `open` is the answer in the coach's own words. */
type Question = { answers: readonly Answer[]; open?: Answer }

/**
 * The slot of each SurveyQuestionAnswerID. A newer answer replaces an older one in the same slot. A question
 * has one slot for its fixed answers, and one for an answer in the coach's own words.
 */
const slots = new Map<string, string>()
for (const [name, { answers, open }] of Object.entries<Question>(surveyQuestions)) {
  for (const { questionAnswerId } of answers) slots.set(questionAnswerId, name)
  if (open) slots.set(open.questionAnswerId, `${name} in own words`)
}
const findSlot = ({ SurveyQuestionAnswerID }: Responses[number]) => slots.get(SurveyQuestionAnswerID)

/** Replaces older answers by newer ones in the same slot. */
export const mergeResponses = (older: Responses, newer: Responses): Responses => [
  ...new Map([...older, ...newer].map((response) => [findSlot(response), response])).values(),
]
