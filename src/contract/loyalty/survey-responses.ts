import type { InferOutput } from 'valibot'
import {
  findSurveyAnswer,
  surveyQuestionNames,
  surveyQuestions,
  type SurveyQuestion,
  type SurveyQuestionName,
} from '../../config/survey-profile.ts'
import type { surveyProfileResponse } from './loyalty-schemas.ts'

type SurveyProfileResponse = InferOutput<typeof surveyProfileResponse>

/**
 * The survey answers of a coach in the United States, by question: the ids or texts of *fixed* answers, which
 * are offered as options, and the coach's own words.
 */
export type SurveyAnswers = Partial<Record<SurveyQuestionName, string>> & {
  /** Free answers, for questions that accept them. An empty text removes the answer. */
  ownWords?: Partial<Record<SurveyQuestionName, string>>
}

const createResponse = (
  { answerId, questionAnswerId }: { answerId: string; questionAnswerId: string },
  text: string,
): SurveyProfileResponse => ({
  AnswerID: answerId,
  SurveyQuestionAnswerID: questionAnswerId,
  SurveyTextResponse: text,
})

/** Converts answers to the loyalty provider's format. Skips unknown answers (specification §5). */
export const toSurveyResponses = ({ ownWords, ...fixed }: SurveyAnswers): SurveyProfileResponse[] =>
  surveyQuestionNames.flatMap((name) => {
    const question: SurveyQuestion = surveyQuestions[name]
    const fixedAnswer = findSurveyAnswer(name, fixed[name] ?? '')
    const text = ownWords?.[name]?.trim()
    return [
      ...(fixedAnswer ? [createResponse(fixedAnswer, '')] : []),
      ...(question.open && text !== undefined ? [createResponse(question.open, text)] : []),
    ]
  })

/**
 * Converts the provider's format to answers. Fixed answers are returned as ids, because their texts may be in
 * another language than the page. Skips an answer whose question no longer exists.
 */
export const toSurveyAnswers = (responses: readonly SurveyProfileResponse[]): SurveyAnswers => {
  const responseById = new Map(responses.map((response) => [response.SurveyQuestionAnswerID, response]))
  const answers: SurveyAnswers = {}
  for (const name of surveyQuestionNames) {
    const question: SurveyQuestion = surveyQuestions[name]
    const fixedAnswer = question.answers.find(({ questionAnswerId }) => responseById.has(questionAnswerId))
    if (fixedAnswer) answers[name] = fixedAnswer.questionAnswerId
    const freeText = question.open && responseById.get(question.open.questionAnswerId)?.SurveyTextResponse
    if (freeText) answers.ownWords = { ...answers.ownWords, [name]: freeText }
  }
  return answers
}
