import { expect, test } from 'vitest'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import type { DeviceFilters } from './device-filters.ts'
import { toggleBar, isBarSelected, createOverviewCharts } from './overview-charts.ts'

const t = translateIn('en-GB')

const counts = {
  needs_you: 3,
  gaps: 0,
  seen: { today: 900, week: 80, month: 15, longer: 5 },
  waiting: { nothing: 950, hour: 30, day: 12, week: 6, longer: 2 },
  needs_you_by_version: [{ version: '0.7.0', devices: 3 }],
  needs_you_by_country: [
    { country: 'BR', devices: 2 },
    { country: 'XX', devices: 1 },
  ],
}

const listBars = (given: typeof counts | undefined) =>
  createOverviewCharts(given, t).map(({ key, bars }) => [
    key,
    bars.map(({ name, devices }) => [name, devices]),
  ])

test('lists what needs a person first, and labels each number', () => {
  expect(listBars(counts)).toEqual([
    [
      'attention',
      [
        ['With entries that need attention', 3],
        ['With gaps', 0],
      ],
    ],
    [
      'waiting',
      [
        ['Nothing waits', 950],
        ['Up to 1 hour', 30],
        ['1 to 24 hours', 12],
        ['1 to 7 days', 6],
        ['Over 7 days', 2],
      ],
    ],
    [
      'seen',
      [
        ['In the last 24 hours', 900],
        ['1 to 7 days ago', 80],
        ['7 to 30 days ago', 15],
        ['Over 30 days ago', 5],
      ],
    ],
    ['version', [['0.7.0', 3]]],
    [
      'country',
      [
        ['Brazil', 2],
        ['XX', 1],
      ],
    ],
  ])
})

test('shows known bars without numbers while devices are being counted', () => {
  const waiting = createOverviewCharts(undefined, t)
  expect(waiting.map(({ bars }) => bars.length)).toEqual([2, 5, 4, 0, 0])
  expect(waiting.flatMap(({ bars }) => bars).every(({ devices }) => devices === undefined)).toBe(true)
})

test.each([
  ['without a bar beside much smaller numbers', counts.waiting, true],
  ['with a bar if no device has unsent entries', { nothing: 5, hour: 0, day: 0, week: 0, longer: 0 }, false],
])('shows the number of devices where nothing waits %s', (_, waiting, isNumberOnly) => {
  const chart = createOverviewCharts({ ...counts, waiting }, t).find(({ key }) => key === 'waiting')
  expect(chart?.bars.find(({ key }) => key === 'nothing')?.isNumberOnly).toBe(isNumberOnly)
})

const bar = (chart: string, key: string) => {
  const found = createOverviewCharts(counts, t)
    .find((known) => known.key === chart)
    ?.bars.find((known) => known.key === key)
  if (!found) throw new Error(`There is no ${chart} ${key}.`)
  return found
}

test.each<[name: string, filters: DeviceFilters, chart: string, key: string, after: DeviceFilters]>([
  [
    'joins the filters that are on',
    { country: 'BR', sort: 'gaps' },
    'seen',
    'week',
    { country: 'BR', sort: 'gaps', seen: 'week' },
  ],
  ['takes the place of another bar of its chart', { waiting: 'hour' }, 'waiting', 'day', { waiting: 'day' }],
  ['of a version asks for attention too', {}, 'version', '0.7.0', { version: '0.7.0', needs: true }],
  ['that is on is taken back', { waiting: 'longer', gaps: true }, 'waiting', 'longer', { gaps: true }],
  [
    'of a country that is on is taken back whole',
    { country: 'BR', needs: true, seen: 'today' },
    'country',
    'BR',
    { seen: 'today' },
  ],
])('a tap on a bar %s', (_, filters, chart, key, after) => {
  expect(JSON.parse(JSON.stringify(toggleBar(filters, bar(chart, key))))).toEqual(after)
})

test('a bar is active when all its filters are set', () => {
  expect(isBarSelected({ country: 'BR' }, bar('country', 'BR'))).toBe(false)
  expect(isBarSelected({ country: 'BR', needs: true, gaps: true }, bar('country', 'BR'))).toBe(true)
})
