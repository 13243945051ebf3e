import * as v from 'valibot'
import { expect, test } from 'vitest'
import { impactSchema } from './impact-form.tsx'
import { mergeImpact } from './use-impact.ts'

const impact = (numberOfPeople: number) => ({ numberOfPeople, youngFemale: 'half', sportType: 'dance' })
const season = (year: number, people: number) => ({ season: year, ...impact(people) })
const entry = (
  payload: unknown,
  { at = '2026-03-01T00:00:00Z', zone = 'UTC', name = 'impact.saved.v1' } = {},
) => ({ name, payload, capturedAt: { device: 0, corrected: Date.parse(at), zone } })

test('prefers this device’s undelivered impact over the server’s for that season, the newest last', () => {
  const delivered = { impact: impact(9), seasons: [season(2025, 8), season(2026, 9)] }
  expect(mergeImpact([], delivered, 2026)).toEqual([season(2025, 8), season(2026, 9)])
  const held = [entry(impact(1)), entry(impact(2)), entry('broken'), entry({}, { name: 'event.logged.v1' })]
  expect(mergeImpact(held, delivered, 2026)).toEqual([season(2025, 8), season(2026, 2)])
})

test.each([
  ['in São Paulo at 22:30 on 31 December', '2027-01-01T01:30:00Z', 'America/Sao_Paulo', 2026],
  ['in São Paulo at midnight', '2027-01-01T03:00:00Z', 'America/Sao_Paulo', 2027],
  ['in Auckland at 10:00 on 1 January', '2026-12-31T21:00:00Z', 'Pacific/Auckland', 2027],
  ['on a device that names no zone', '2026-12-31T23:59:59Z', 'nowhere', 2026],
])('assigns what was saved %s to the local year', (_, at, zone, year) => {
  expect(mergeImpact([entry(impact(3), { at, zone })], {}, 2026)).toEqual([season(year, 3)])
})

test('reads an undelivered sign-up too, which replaces nothing newer', () => {
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
  const held = [entry(registration, { name: 'customer.registered.v1' })]
  expect(mergeImpact(held, {}, 2026)).toEqual([season(2026, 20)])
  expect(mergeImpact(held, { seasons: [season(2026, 9)] }, 2026)).toEqual([season(2026, 9)])
})

test('uses the latest impact from an older server, which returns no seasons', () => {
  expect(mergeImpact([], { impact: impact(5) }, 2026)).toEqual([season(2026, 5)])
  for (const nothing of [{ impact: null, seasons: [] }, {}])
    expect(mergeImpact([], nothing, 2026)).toEqual([])
})

test.each([
  ['24', 24],
  [' 1001 ', 1000],
  ['-3', 0],
])('a group of %j counts as %i', (numberOfPeople, count) => {
  const filled = { numberOfPeople, youngFemale: 'half', sportType: 'dance' }
  expect(v.parse(impactSchema, filled)).toEqual(impact(count))
})

test.each(['', 'many', '1.5'])('rejects a group of %j', (numberOfPeople) => {
  expect(v.safeParse(impactSchema, { numberOfPeople, youngFemale: 'half', sportType: 'dance' }).success).toBe(
    false,
  )
})
