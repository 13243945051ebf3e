import { moduleOf, type Question } from '../../../src/config/courses.ts'
import type { Answer } from '../../../src/contract/shapes.ts'
import type { Refusal } from '../../http/refusal.ts'

/** Where a value does not fit its question, as the rest of a field path; undefined when it fits. */
const misfitOf = (question: Question, value: Answer['value']): string | undefined => {
  if (question.kind !== 'multiple') {
    if (typeof value !== 'string') return 'value'
    return question.kind === 'text' || question.options.includes(value) ? undefined : 'value'
  }
  if (typeof value === 'string') return 'value'
  const wrong = value.findIndex(
    (option, at) => !question.options.includes(option) || value.indexOf(option) !== at,
  )
  return wrong === -1 ? undefined : `value.${wrong}`
}

/** Refuses the first answer that does not fit its module's survey: an unknown question or option, or one named twice. */
export const checkAnswers = (moduleId: string, answers: readonly Answer[]): Refusal | undefined => {
  const survey = moduleOf(moduleId)?.module.survey ?? []
  for (const [at, { question: id, value }] of answers.entries()) {
    const question = survey.find((candidate) => candidate.id === id)
    const repeated = answers.findIndex((answer) => answer.question === id) !== at
    const wrong = !question || repeated ? 'question' : misfitOf(question, value)
    if (wrong !== undefined) {
      const detail = 'The survey of this module has no such question or option, or it is answered twice.'
      return { code: 'invalid-body', path: `answers.${at}.${wrong}`, detail }
    }
  }
  return undefined
}
