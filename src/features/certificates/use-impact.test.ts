import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Entry } from '../../outbox/entry/entry.ts'
import { impactForm } from './impact-card.tsx'
import { newestImpact } from './use-impact.ts'

const impact = (numberOfPeople: number) => ({ numberOfPeople, youngFemale: 'half', sportType: 'dance' })
const entry = (payload: unknown, name = 'impact.saved.v1') => ({ name, payload }) as Entry

test('what this device still holds counts before what the server has, the newest first', () => {
  const held = [entry(impact(1)), entry(impact(2)), entry({ event_id: 1, value: '' }, 'event.logged.v1')]
  expect(newestImpact(held, impact(9))).toEqual(impact(2))
  expect(newestImpact([], impact(9))).toEqual(impact(9))
  expect(newestImpact([entry('broken')], impact(9))).toEqual(impact(9))
  for (const nothing of [null, undefined]) expect(newestImpact([], nothing)).toBeUndefined()
})

test.each([
  ['24', 24],
  [' 1001 ', 1000],
  ['-3', 0],
])('a group of %j counts as %i', (numberOfPeople, count) => {
  const filled = { numberOfPeople, youngFemale: 'half', sportType: 'dance' }
  expect(v.parse(impactForm, filled)).toEqual(impact(count))
})

test.each(['', 'many', '1.5'])('a group of %j is asked for again', (numberOfPeople) => {
  expect(v.safeParse(impactForm, { numberOfPeople, youngFemale: 'half', sportType: 'dance' }).success).toBe(
    false,
  )
})
