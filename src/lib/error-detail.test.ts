import { expect, test } from 'vitest'
import { formatErrorDetail } from './error-detail.ts'

const thrown = (stack: string | undefined) => Object.assign(new TypeError('x is not a function'), { stack })

test.each([
  [
    'with its text first, as Chromium writes it',
    thrown('TypeError: x is not a function\n    at send (a.js:1:2)'),
  ],
  ['of places only, as Safari and Firefox write it', thrown('send@a.js:1:2')],
])('a stack %s contains the message and the place', (_, error) => {
  expect(formatErrorDetail(error)).toMatch(/^TypeError: x is not a function\n.*a\.js:1:2/)
})

test.each([
  [thrown(undefined), 'TypeError: x is not a function'],
  ['a text', 'a text'],
  [undefined, 'undefined'],
])('describes a value without a stack', (error, detail) => {
  expect(formatErrorDetail(error)).toBe(detail)
})
