import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Question } from '../../config/courses.ts'
import { courses } from '../../config/courses.ts'
import { answers as wireAnswers } from '../../contract/shared-schemas.ts'
import {
  toAnswers,
  maxTextLength,
  findErrors,
  toAnswerValues,
  resolveContradiction,
} from './answer-values.ts'

const questions: Question[] = [
  { id: 'q1', kind: 'single', options: ['a', 'b'] },
  { id: 'q2', kind: 'multiple', options: ['a', 'b', 'c'] },
  { id: 'q3', kind: 'text' },
]

describe('findErrors', () => {
  test('reports every missing choice of an empty form, but no missing text', () => {
    expect(findErrors(questions, {})).toEqual({
      q1: { message: 'survey.required' },
      q2: { message: 'survey.required' },
    })
  })

  test('does not count a box that was ticked and cleared again as an answer', () => {
    expect(findErrors(questions, { q1: 'a', q2: [] })).toEqual({ q2: { message: 'survey.required' } })
  })

  test('allows a text up to the limit of the product API', () => {
    const filled = { q1: 'a', q2: ['b'] }
    expect(findErrors(questions, { ...filled, q3: 'x'.repeat(maxTextLength) })).toEqual({})
    expect(findErrors(questions, { ...filled, q3: `${'x'.repeat(maxTextLength)}\n ` })).toEqual({})
    expect(findErrors(questions, { ...filled, q3: 'x'.repeat(maxTextLength + 1) })).toHaveProperty('q3')
  })
})

describe('toAnswers', () => {
  test('removes invisible characters, which the server would refuse', () => {
    expect(toAnswers(questions, { q1: 'b', q3: ' one\0\ntwo\uD83D \u0007' })).toEqual([
      { question: 'q1', value: 'b' },
      { question: 'q3', value: 'one\ntwo' },
    ])
    expect(toAnswers(questions, { q3: '\0\uDE00' })).toEqual([])
  })

  test('keeps the order of the questions and leaves empty texts out', () => {
    expect(toAnswers(questions, { q3: '  ', q2: ['c', 'a'], q1: 'b' })).toEqual([
      { question: 'q1', value: 'b' },
      { question: 'q2', value: ['c', 'a'] },
    ])
  })

  test('the product API accepts the answers of every valid form, for every survey', () => {
    for (const { survey } of courses.flatMap((course) => course.modules)) {
      const values = Object.fromEntries(
        survey.map((question) => [
          question.id,
          question.kind === 'text'
            ? 'x'.repeat(maxTextLength)
            : question.kind === 'single'
              ? question.options[0]!
              : question.options,
        ]),
      )
      expect(findErrors(survey, values)).toEqual({})
      expect(v.is(wireAnswers, toAnswers(survey, values))).toBe(true)
    }
  })
})

describe('toAnswerValues', () => {
  test('restores what toAnswers returned', () => {
    const values = { q1: 'b', q2: ['a', 'c'], q3: 'My own words' }
    expect(toAnswerValues(questions, toAnswers(questions, values))).toEqual(values)
  })

  test('leaves out options and questions that the survey no longer has', () => {
    const stored = [
      { question: 'q1', value: 'z' },
      { question: 'q2', value: ['a', 'z'] },
      { question: 'q9', value: 'gone' },
    ]
    expect(toAnswerValues(questions, stored)).toEqual({ q2: ['a'] })
  })
})

test.each([
  ['nothing', [], ['a'], []],
  ['several', ['a', 'b'], ['a'], ['a', 'b']],
  ['none of them', ['n'], [], ['n']],
  ['none of them, after one', ['a', 'n'], ['a'], ['n']],
  ['one, after none of them', ['b', 'n'], ['n'], ['b']],
])('leaves no contradicting choices after ticking %s', (_what, chosen, before, left) => {
  expect(resolveContradiction(chosen, before)).toEqual(left)
})
