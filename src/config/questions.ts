import type { CourseModule, Question } from './courses.ts'

type Answered = { question: string; value: string | readonly string[] }

/** Whether a question checks what was learned: it has a right option. */
export const isCheck = ({ id }: Question): boolean => id.startsWith('c')

/** Whether a question has to be answered: a free text may be left empty. */
export const isRequired = ({ kind }: Question): boolean => kind !== 'text'

const isFilled = ({ value }: Answered): boolean => value.length > 0

/**
 * The required questions that answers leave open: all that the module asks, or all that it asked in an older version of
 * the contract.
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
