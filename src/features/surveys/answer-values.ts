import { noneOfThese, type Question } from '../../config/courses.ts'
import type { Answer } from '../../contract/shared-schemas.ts'
import { cleanText } from '../../lib/text/clean-text.ts'
import type { FieldMessage, MessagesByField } from '../../ui/form/form-errors.ts'

/** The values of a survey form, by question id: an option, several options, or the coach's own text. */
export type AnswerValues = Readonly<Record<string, string | readonly string[]>>

/** In characters: the longest free text that the product API accepts. */
export const maxTextLength = 4000

const isEmpty = (value: AnswerValues[string] | undefined): boolean =>
  value === undefined || (typeof value === 'string' ? cleanText(value) === '' : value.length === 0)

/** Returns the message about an invalid answer, or undefined if it is valid. */
const findError = ({ kind }: Question, value: AnswerValues[string] | undefined): FieldMessage | undefined => {
  // A free text is optional; a choice is required.
  if (isEmpty(value)) return kind === 'text' ? undefined : { message: 'survey.required' }
  const textLength = kind === 'text' && typeof value === 'string' ? cleanText(value).length : 0
  return textLength > maxTextLength ? { message: 'form.tooLong', values: { most: maxTextLength } } : undefined
}

/** Finds the invalid answers of a filled form: a message by question id. Empty if the form can be sent. */
export const findErrors = (questions: readonly Question[], values: AnswerValues): MessagesByField =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const error = findError(question, values[question.id])
      return error ? [[question.id, error]] : []
    }),
  )

/** Converts the values of a form to the API's answers, in the order of the questions. Omits empty texts. */
export const toAnswers = (questions: readonly Question[], values: AnswerValues): Answer[] =>
  questions.flatMap(({ id }) => {
    const value = values[id]
    if (value === undefined || isEmpty(value)) return []
    return [{ question: id, value: typeof value === 'string' ? cleanText(value) : [...value] }]
  })

/**
 * Converts an answer to a form value, without options that the survey no longer has. Returns undefined if the
 * chosen option of a single choice no longer exists.
 */
const toAnswerValue = (question: Question, answer: Answer['value']): AnswerValues[string] | undefined => {
  if (question.kind === 'text') return String(answer)
  const isChosen = (option: string) => [answer].flat().includes(option)
  return question.kind === 'multiple' ? question.options.filter(isChosen) : question.options.find(isChosen)
}

/** Converts stored answers to form values. */
export const toAnswerValues = (questions: readonly Question[], answers: readonly Answer[]): AnswerValues =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = answers.find((candidate) => candidate.question === question.id)
      const value = answer && toAnswerValue(question, answer.value)
      return value === undefined ? [] : [[question.id, value]]
    }),
  )

/** Whether two filled forms contain the same answers. */
export const haveSameAnswers = (
  questions: readonly Question[],
  a: AnswerValues,
  b: AnswerValues,
): boolean => {
  const normalize = (values: AnswerValues) => toAnswerValues(questions, toAnswers(questions, values))
  return JSON.stringify(normalize(a)) === JSON.stringify(normalize(b))
}

/** Returns the selection after a tap: "none of these" deselects the other options, and vice versa. */
export const resolveContradiction = (
  selection: readonly string[],
  previous: readonly string[],
): readonly string[] => {
  if (!selection.includes(noneOfThese)) return selection
  const hasAddedOther = previous.includes(noneOfThese) && selection.length > 1
  return hasAddedOther ? selection.filter((option) => option !== noneOfThese) : [noneOfThese]
}
