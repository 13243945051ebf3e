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

/** What a coach of the United States says about themselves: the ids of the fixed answers, and their own words. */
export type SurveyAnswers = Partial<Record<SurveyQuestionName, string>> & {
  /** Where the question takes the coach's own words; an empty text removes them. */
  ownWords?: Partial<Record<SurveyQuestionName, string>>
}

/** The answers as the loyalty provider stores them. Unknown ones are skipped (specification §5). */
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
 * The stored answers by their ids: a text is one of a language, and the page may be in the other. An answer whose question
 * is gone is skipped.
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
