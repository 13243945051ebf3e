import type { CourseModule, Question } from './courses.ts'

type Answered = { question: string; value: string | readonly string[] }

/** Whether a question checks what a coach learned and has a right option. */
export const isCheck = ({ id }: Question): boolean => id.startsWith('c')

/** Whether a question must be answered. Free text is optional. */
export const isRequired = ({ kind }: Question): boolean => kind !== 'text'

const isFilled = ({ value }: Answered): boolean => value.length > 0

/**
 * The required questions without an answer: of the present module, or as the module was in an older version
 * of the contract.
 */
export const openQuestions = (
  { survey }: Pick<CourseModule, 'survey'>,
  answers: readonly Answered[],
  version = Number.POSITIVE_INFINITY,
): Question[] =>
  survey.filter(
    (question) =>
      isRequired(question) &&
      (question.since ?? 1) <= version &&
      !answers.some((answer) => answer.question === question.id && isFilled(answer)),
  )
