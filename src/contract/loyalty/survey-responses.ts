import type { InferOutput } from 'valibot'
import {
  findSurveyAnswer,
  surveyQuestionNames,
  surveyQuestions,
  type SurveyQuestion,
  type SurveyQuestionName,
} from '../../config/survey-profile.ts'
import type { surveyProfileResponse } from './loyalty-shapes.ts'

type SurveyProfileResponse = InferOutput<typeof surveyProfileResponse>

/** The survey answers of a coach in the United States: the ids of fixed answers, and free answers. */
export type SurveyAnswers = Partial<Record<SurveyQuestionName, string>> & {
  /** Free answers, if the question accepts them. An empty text removes one. */
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

/** The answers in the loyalty provider's format. Skips unknown answers (specification §5). */
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
 * Converts the provider's format to answers. They are ids, because a text is in one language and the page may
 * be in the other. Skips an answer whose question no longer exists.
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
