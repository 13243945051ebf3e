import { surveyAnswerIds, surveyQuestions } from '../../src/config/survey-profile.ts'
import type { LoyaltyProfile } from '../../src/contract/loyalty/loyalty-shapes.ts'
import { refuse } from './refuse.ts'

type Responses = LoyaltyProfile['SurveyProfileResponses']

/** Refuses answers that belong to no question. */
export const assertKnownAnswers = (responses: Responses) => {
  const known = responses.every(
    ({ AnswerID, SurveyQuestionAnswerID }) => surveyAnswerIds.get(SurveyQuestionAnswerID) === AnswerID,
  )
  if (!known) throw refuse('surveyAnswerUnknown')
}

type Ids = { questionAnswerId: string }
type Question = { answers: readonly Ids[]; open?: Ids }

/** The slot of each SurveyQuestionAnswerID. A newer answer replaces an older one in the same slot. */
const slots = new Map<string, string>()
for (const [name, { answers, open }] of Object.entries<Question>(surveyQuestions)) {
  for (const { questionAnswerId } of answers) slots.set(questionAnswerId, name)
  if (open) slots.set(open.questionAnswerId, `${name} in own words`)
}
const slotOf = ({ SurveyQuestionAnswerID }: Responses[number]) => slots.get(SurveyQuestionAnswerID)

/** Replaces stored answers by newer ones to the same question. A free text stays beside a fixed answer. */
export const mergeResponses = (stored: Responses, added: Responses): Responses => [
  ...new Map([...stored, ...added].map((response) => [slotOf(response), response])).values(),
]
