import { moduleOf, type Question } from '../../../src/config/courses.ts'
import { isContentName, type Answer } from '../../../src/contract/shapes.ts'
import type { Refusal } from '../../http/refusal.ts'

/** `path`: the rest of a field's path. `unknown`: a newer copy of the server may have what is named there. */
type Misfit = { path: string; unknown: boolean }

/** Where a value does not fit its question; undefined when it fits. */
const misfitOf = (question: Question, value: Answer['value']): Misfit | undefined => {
  if ((question.kind === 'multiple') !== Array.isArray(value)) return { path: 'value', unknown: false }
  if (question.kind === 'text') return undefined
  const isKnown = (option: string) => question.options.includes(option)
  if (typeof value === 'string') {
    return isKnown(value) ? undefined : { path: 'value', unknown: isContentName(value) }
  }
  const wrong = value.findIndex((option, at) => !isKnown(option) || value.indexOf(option) !== at)
  const option = value[wrong]
  if (option === undefined) return undefined
  return { path: `value.${wrong}`, unknown: !isKnown(option) && isContentName(option) }
}

/**
 * Refuses the first answer that does not fit its module's survey. An unknown question or option is no fault of the coach:
 * theirs may be an app of a release that this copy of the server does not have yet.
 */
export const checkAnswers = (moduleId: string, answers: readonly Answer[]): Refusal | undefined => {
  const survey = moduleOf(moduleId)?.module.survey ?? []
  for (const [at, { question: id, value }] of answers.entries()) {
    const question = survey.find((candidate) => candidate.id === id)
    const isRepeated = answers.findIndex((answer) => answer.question === id) !== at
    const wrong: Misfit | undefined =
      !question || isRepeated
        ? { path: 'question', unknown: !isRepeated && isContentName(id) }
        : misfitOf(question, value)
    if (wrong) {
      const detail = 'The survey of this module has no such question or option, or it is answered twice.'
      const code = wrong.unknown ? 'schema-unknown' : 'invalid-body'
      return { code, path: `answers.${at}.${wrong.path}`, detail }
    }
  }
  return undefined
}
