import { expect, test } from 'vitest'
import type { Answer } from '../../../src/contract/shapes.ts'
import { checkAnswers } from './check-answers.ts'

const fitting: Answer[] = [
  { question: 'q1', value: 'a' },
  { question: 'q2', value: ['b', 'd'] },
  { question: 'q3', value: 'In my own words' },
]

test('answers that the survey asks for fit, all of them or some', () => {
  expect(checkAnswers('training-1', fitting)).toBeUndefined()
  expect(checkAnswers('training-1', [{ question: 'q2', value: [] }])).toBeUndefined()
})

test.each<[string, Answer[], string]>([
  ['a question answered twice', [...fitting, { question: 'q1', value: 'b' }], 'answers.3.question'],
  ['several options where one is asked for', [{ question: 'q1', value: ['a'] }], 'answers.0.value'],
  ['one option where several may be chosen', [{ question: 'q2', value: 'a' }], 'answers.0.value'],
  ['the same option twice', [{ question: 'q2', value: ['a', 'a'] }], 'answers.0.value.1'],
  ['options where words are asked for', [{ question: 'q3', value: ['a'] }], 'answers.0.value'],
  ['a question that nobody could name so', [{ question: 'q 9', value: 'a' }], 'answers.0.question'],
  ['words where an option is asked for', [{ question: 'q1', value: 'all of it' }], 'answers.0.value'],
])('%s is refused with its path', (_what, answers, path) => {
  expect(checkAnswers('training-1', answers)).toMatchObject({ code: 'invalid-body', path })
})

test.each<[string, Answer[], string]>([
  ['an unknown question', [...fitting, { question: 'q9', value: 'a' }], 'answers.3.question'],
  ['an unknown option', [{ question: 'q1', value: 'z' }], 'answers.0.value'],
  ['an unknown option among several', [{ question: 'q2', value: ['a', 'z'] }], 'answers.0.value.1'],
])('%s waits for a copy of the server that knows it', (_what, answers, path) => {
  expect(checkAnswers('training-1', answers)).toMatchObject({ code: 'schema-unknown', path })
})

test('a survey has its own questions: those of another module do not fit', () => {
  expect(checkAnswers('training-extra', fitting)).toMatchObject({ path: 'answers.1.value' })
})
