import * as v from 'valibot'
import { expect, test } from 'vitest'
import { findJobOfHash, jobSearchSchema } from './jobs.ts'

test.each([
  [{ job: 'help' }, 'help'],
  [{ job: 'account' }, undefined],
  [{ job: 7 }, undefined],
  [{}, undefined],
])('the page of %j is %s', (search, job) => {
  expect(v.parse(jobSearchSchema, search).job).toBe(job)
})

test('finds the page of an earlier link to a section', () => {
  expect(['help', 'certificates', 'account', ''].map(findJobOfHash)).toEqual([
    'help',
    'certificates',
    undefined,
    undefined,
  ])
})
