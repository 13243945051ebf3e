import * as v from 'valibot'
import { expect, test } from 'vitest'
import { impactForm } from './impact-card.tsx'
import { impactBySeason } from './use-impact.ts'

const impact = (numberOfPeople: number) => ({ numberOfPeople, youngFemale: 'half', sportType: 'dance' })
const season = (year: number, people: number) => ({ season: year, ...impact(people) })
const now = Date.parse('2026-11-23T12:00:00Z')
const entry = (payload: unknown, at = '2026-03-01T00:00:00Z', name = 'impact.saved.v1') => {
  const time = Date.parse(at)
  return { name, payload, capturedAt: { device: 0, corrected: time, zone: 'UTC' } }
}

test('what this device still holds counts before what the server has of that season, the newest last', () => {
  const delivered = { impact: impact(9), seasons: [season(2025, 8), season(2026, 9)] }
  expect(impactBySeason([], delivered, now)).toEqual([season(2025, 8), season(2026, 9)])
  const held = [entry(impact(1)), entry(impact(2)), entry('broken'), entry({}, undefined, 'event.logged.v1')]
  expect(impactBySeason(held, delivered, now)).toEqual([season(2025, 8), season(2026, 2)])
})

test('the season is that of the corrected time at which it was said, by UTC', () => {
  const held = [entry(impact(3), '2027-01-01T00:00:00Z'), entry(impact(2), '2026-12-31T23:59:59Z')]
  expect(impactBySeason(held, {}, now)).toEqual([season(2026, 2), season(2027, 3)])
})

test('a sign-up that was not delivered yet says it too, and takes the place of nothing newer', () => {
  const registration = {
    organisation: 'mx',
    workFrom: 'Recife',
    phone: '',
    job: 'coach',
    partner: 'acme',
    mktChannel: 'friend',
    country: 'BR',
    language: 'PT',
    ...impact(20),
  }
  const held = [entry(registration, undefined, 'customer.registered.v1')]
  expect(impactBySeason(held, {}, now)).toEqual([season(2026, 20)])
  expect(impactBySeason(held, { seasons: [season(2026, 9)] }, now)).toEqual([season(2026, 9)])
})

test('an older server tells the latest only', () => {
  expect(impactBySeason([], { impact: impact(5) }, now)).toEqual([season(2026, 5)])
  for (const nothing of [{ impact: null, seasons: [] }, {}])
    expect(impactBySeason([], nothing, now)).toEqual([])
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
