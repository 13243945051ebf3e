import { noneOfThese, type Question } from '../../config/courses.ts'
import type { Answer } from '../../contract/shapes.ts'
import { typedText } from '../../lib/text/typed-text.ts'
import type { FieldMessage, MessagesByField } from '../../ui/form/form-errors.ts'

/** The values of a survey form, by question id: an option, several options, or the coach's own text. */
export type AnswerValues = Readonly<Record<string, string | readonly string[]>>

/** The maximum number of characters of a free text in the product API. */
export const maxTextLength = 4000

const isEmpty = (value: AnswerValues[string] | undefined): boolean =>
  value === undefined || (typeof value === 'string' ? typedText(value) === '' : value.length === 0)

const problemOf = ({ kind }: Question, value: AnswerValues[string] | undefined): FieldMessage | undefined => {
  // A free text is optional; a choice is required.
  if (isEmpty(value)) return kind === 'text' ? undefined : { message: 'survey.required' }
  if (kind === 'text' && typeof value === 'string' && typedText(value).length > maxTextLength)
    return { message: 'form.tooLong', values: { most: maxTextLength } }
  return undefined
}

/** The errors of a filled form, by question id; empty if it can be sent. */
export const problemsOf = (questions: readonly Question[], values: AnswerValues): MessagesByField =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const problem = problemOf(question, values[question.id])
      return problem ? [[question.id, problem]] : []
    }),
  )

/**
 * The answers of a filled form in the API's format, in the order of the questions; empty texts are omitted.
 */
export const answersOf = (questions: readonly Question[], values: AnswerValues): Answer[] =>
  questions.flatMap(({ id }) => {
    const value = values[id]
    if (value === undefined || isEmpty(value)) return []
    return [{ question: id, value: typeof value === 'string' ? typedText(value) : [...value] }]
  })

/** The form values of given answers. Options that the survey no longer has are left out. */
export const valuesOf = (questions: readonly Question[], answers: readonly Answer[]): AnswerValues => {
  const values: Record<string, string | readonly string[]> = {}
  for (const question of questions) {
    const value = answers.find((answer) => answer.question === question.id)?.value
    if (value === undefined) continue
    if (question.kind === 'text') values[question.id] = String(value)
    else {
      const isChosen = (option: string) => [value].flat().includes(option)
      if (question.kind === 'multiple') values[question.id] = question.options.filter(isChosen)
      else {
        const chosen = question.options.find(isChosen)
        if (chosen !== undefined) values[question.id] = chosen
      }
    }
  }
  return values
}

/** Whether two filled forms contain the same answers. */
export const isSame = (questions: readonly Question[], one: AnswerValues, other: AnswerValues): boolean => {
  const [first, second] = [one, other].map((values) => valuesOf(questions, answersOf(questions, values)))
  return JSON.stringify(first) === JSON.stringify(second)
}

/** The selection after a tap: selecting "none of these" deselects the others, and the other way round. */
export const withoutContradiction = (
  chosen: readonly string[],
  before: readonly string[],
): readonly string[] => {
  if (!chosen.includes(noneOfThese)) return chosen
  return before.includes(noneOfThese) && chosen.length > 1
    ? chosen.filter((option) => option !== noneOfThese)
    : [noneOfThese]
}
