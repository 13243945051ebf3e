import { expect, test } from 'vitest'
import type { Question } from '../../config/courses.ts'
import type { Answer } from '../../contract/shared-schemas.ts'
import { getDraftState } from './stored-answers.ts'

const questions: Question[] = [
  { id: 'q1', kind: 'text' },
  { id: 'q2', kind: 'multiple', options: ['a', 'b'] },
]
const given = (text: string, options: string[] = []): Answer[] => [
  { question: 'q1', value: text },
  ...(options.length > 0 ? [{ question: 'q2', value: options }] : []),
]

test.each([
  ['nothing was answered', {}, { q1: 'mine' }, undefined, 'current'],
  ['what it began from still counts', { q1: 'old' }, { q1: 'mine' }, given('old'), 'current'],
  ['it was begun and not changed', { q1: 'old' }, { q1: 'old' }, given('old'), 'current'],
  ['other answers were given since', { q1: 'old' }, { q1: 'mine' }, given('theirs'), 'outdated'],
  ['the first answers were given since', {}, { q1: 'mine' }, given('theirs'), 'outdated'],
  ['it was emptied, and others were given since', { q1: 'old' }, {}, given('theirs'), 'outdated'],
  ['the same was answered since', {}, { q1: ' mine ', q2: ['b', 'a'] }, given('mine', ['a', 'b']), 'saved'],
  [
    'only the order of what it began from differs',
    { q2: ['b', 'a'], q1: 'x' },
    {},
    given('x', ['a', 'b']),
    'current',
  ],
] as const)('a draft while %s', (_, base, values, answers, expected) => {
  expect(getDraftState(questions, { base, values }, answers && { answers })).toBe(expected)
})
