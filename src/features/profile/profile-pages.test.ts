import * as v from 'valibot'
import { expect, test } from 'vitest'
import { findPageOfHash, profileSearchSchema } from './profile-pages.ts'

test.each([
  [{ job: 'help' }, 'help'],
  [{ job: 'account' }, undefined],
  [{ job: 7 }, undefined],
  [{}, undefined],
])('the page of %j is %s', (search, job) => {
  expect(v.parse(profileSearchSchema, search).job).toBe(job)
})

test('finds the page of an earlier link to a section', () => {
  expect(['help', 'certificates', 'account', ''].map(findPageOfHash)).toEqual([
    'help',
    'certificates',
    undefined,
    undefined,
  ])
})
