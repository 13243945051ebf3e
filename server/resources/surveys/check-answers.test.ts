import { expect, test } from 'vitest'
import type { Answer } from '../../../src/contract/shared-schemas.ts'
import { schemaVersion } from '../../../src/contract/schema-version.ts'
import { checkAnswers as checkOfVersion } from './surveys.ts'

const checkAnswers = (module: string, answers: Answer[], version = schemaVersion) =>
  checkOfVersion(module, answers, version)

const fitting: Answer[] = [
  { question: 'c1', value: 'b' },
  { question: 'c2', value: 'a' },
  { question: 'c3', value: 'd' },
  { question: 'q1', value: 'a' },
  { question: 'q2', value: ['b', 'd'] },
  { question: 'q3', value: 'In my own words' },
]

test('accepts answers to every question, with or without a free text', () => {
  expect(checkAnswers('training-1', fitting)).toBeUndefined()
  expect(checkAnswers('training-1', fitting.slice(0, -1))).toBeUndefined()
})

test.each(['c1', 'c2', 'c3', 'q1', 'q2'])('answers without %s are incomplete', (left) => {
  const rejected = { code: 'invalid-body', path: 'answers', detail: expect.stringContaining(left) }
  expect(
    checkAnswers(
      'training-1',
      fitting.filter(({ question }) => question !== left),
    ),
  ).toEqual(rejected)
})

test('treats a question without a chosen option as unanswered', () => {
  const nothing = fitting.map((answer) => (answer.question === 'q2' ? { ...answer, value: [] } : answer))
  expect(checkAnswers('training-1', nothing, schemaVersion)).toMatchObject({
    code: 'invalid-body',
    path: 'answers',
  })
})

test('accepts answers of an older version that answer what it asked', () => {
  const older = fitting.filter(({ question }) => question.startsWith('q'))
  expect(checkAnswers('training-1', older, 7)).toBeUndefined()
  expect(checkAnswers('training-1', older, 8)).toMatchObject({ code: 'invalid-body', path: 'answers' })
  expect(checkAnswers('training-1', older.slice(1), 7)).toMatchObject({
    code: 'invalid-body',
    path: 'answers',
  })
})

test.each<[string, Answer[], string]>([
  ['a question answered twice', [...fitting, { question: 'q1', value: 'b' }], 'answers.6.question'],
  ['several options where one is asked for', [{ question: 'q1', value: ['a'] }], 'answers.0.value'],
  ['one option where several may be chosen', [{ question: 'q2', value: 'a' }], 'answers.0.value'],
  ['the same option twice', [{ question: 'q2', value: ['a', 'a'] }], 'answers.0.value.1'],
  ['options where words are asked for', [{ question: 'q3', value: ['a'] }], 'answers.0.value'],
  ['a question that nobody could name so', [{ question: 'q 9', value: 'a' }], 'answers.0.question'],
  ['words where an option is asked for', [{ question: 'q1', value: 'all of it' }], 'answers.0.value'],
])('refuses %s, and names its path', (_what, answers, path) => {
  expect(checkAnswers('training-1', answers)).toMatchObject({ code: 'invalid-body', path })
})

test.each<[string, Answer[], string]>([
  ['an unknown question', [...fitting, { question: 'q9', value: 'a' }], 'answers.6.question'],
  ['an unknown option', [{ question: 'q1', value: 'z' }], 'answers.0.value'],
  ['an unknown option among several', [{ question: 'q2', value: ['a', 'z'] }], 'answers.0.value.1'],
])('%s waits for a copy of the server that knows it', (_what, answers, path) => {
  expect(checkAnswers('training-1', answers)).toMatchObject({ code: 'schema-unknown', path })
})

test('refuses the questions of another module', () => {
  expect(checkAnswers('training-extra', fitting)).toMatchObject({ path: 'answers.2.value' })
})
