import type { CourseModule, Question } from './courses.ts'

type QuestionAnswer = { question: string; value: string | readonly string[] }

/** Whether a question checks what a coach learned and has a right option. */
export const isCheck = ({ id }: Question): boolean => id.startsWith('c')

/** Whether a question must be answered. Free text is optional. */
export const isRequired = ({ kind }: Question): boolean => kind !== 'text'

const hasValue = ({ value }: QuestionAnswer): boolean => value.length > 0

/**
 * The required questions of a module without an answer. With `version`, only the questions that the module
 * had in that version of the contract count.
 */
export const openQuestions = (
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
