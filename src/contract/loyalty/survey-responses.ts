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

/** The answers in the loyalty provider's format. Skips unknown answers (specification §5). */
export const surveyResponsesOf = ({ ownWords, ...fixed }: SurveyAnswers): SurveyProfileResponse[] =>
  surveyQuestionNames.flatMap((name) => {
    const question: SurveyQuestion = surveyQuestions[name]
    const known = findSurveyAnswer(name, fixed[name] ?? '')
    const text = ownWords?.[name]?.trim()
    return [
      ...(known ? [responseOf(known, '')] : []),
      ...(question.open && text !== undefined ? [responseOf(question.open, text)] : []),
    ]
  })

const responseOf = (
  { answerId, questionAnswerId }: { answerId: string; questionAnswerId: string },
  text: string,
): SurveyProfileResponse => ({
  AnswerID: answerId,
  SurveyQuestionAnswerID: questionAnswerId,
  SurveyTextResponse: text,
})

/**
 * The stored answers by id, because a text is in one language and the page may be in the other. Skips an
 * answer whose question no longer exists.
 */
export const surveyAnswersOf = (responses: readonly SurveyProfileResponse[]): SurveyAnswers => {
  const byId = new Map(responses.map((response) => [response.SurveyQuestionAnswerID, response]))
  const answers: SurveyAnswers = {}
  for (const name of surveyQuestionNames) {
    const question: SurveyQuestion = surveyQuestions[name]
    const given = question.answers.find(({ questionAnswerId }) => byId.has(questionAnswerId))
    if (given) answers[name] = given.questionAnswerId
    const own = question.open && byId.get(question.open.questionAnswerId)
    if (own?.SurveyTextResponse) answers.ownWords = { ...answers.ownWords, [name]: own.SurveyTextResponse }
  }
  return answers
}
