import { findModule, noneOfThese, type Question } from '../../src/config/courses.ts'
import type { Answer } from '../../src/contract/shared-schemas.ts'

const createValue = (question: Question, words: string): Answer['value'] => {
  if (question.kind === 'text') return words
  const options = question.options.filter((option) => option !== noneOfThese)
  const [first = ''] = options
  return question.kind === 'multiple' ? [first, options.at(-1) ?? ''] : first
}

/** Answers to every question of a module, including text questions. */
export const createSampleAnswers = (
  moduleId: string,
  words = 'We warm up: "todos juntos", ação.',
): Answer[] => {
  const survey = findModule(moduleId)?.module.survey ?? []
  return survey.map((question) => ({ question: question.id, value: createValue(question, words) }))
}
