import type { CourseModule, Question } from './courses.ts'

type QuestionAnswer = { question: string; value: string | readonly string[] }

/** Whether a question checks what a coach learned, and so has a right option. */
export const isCheckQuestion = ({ id }: Question): boolean => id.startsWith('c')

/** Whether a question must be answered. Free text is optional. */
export const isRequired = ({ kind }: Question): boolean => kind !== 'text'

const hasValue = ({ value }: QuestionAnswer): boolean => value.length > 0

/**
 * Finds the required questions of a module that have no answer. With `version`, considers only the questions
 * that the module had in that version of the contract. A question without `since` has been there since
 * version 1.
 */
export const findUnansweredQuestions = (
  { survey }: Pick<CourseModule, 'survey'>,
  answers: readonly QuestionAnswer[],
  version = Number.POSITIVE_INFINITY,
): Question[] =>
  survey.filter(
    (question) =>
      isRequired(question) &&
      (question.since ?? 1) <= version &&
      !answers.some((answer) => answer.question === question.id && hasValue(answer)),
  )
