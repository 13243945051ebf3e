import { expect, test } from 'vitest'
import { toWallClock, parseOffset, formatWithOffset, formatInTimeZone } from './zoned-time.ts'

const late = Date.UTC(2026, 10, 27, 1, 30)

test.each([
  ['America/Sao_Paulo', '2026-11-26T22:30:00.000-03:00', 'UTC−3'],
  ['Pacific/Auckland', '2026-11-27T14:30:00.000+13:00', 'UTC+13'],
  ['Asia/Kolkata', '2026-11-27T07:00:00.000+05:30', 'UTC+5:30'],
  ['Europe/London', '2026-11-27T01:30:00.000Z', 'UTC'],
  ['Somewhere/Else', '2026-11-27T01:30:00.000Z', 'UTC'],
])('in %s it is %s, which is %s', (zone, time, named) => {
  expect(formatInTimeZone(late, zone)).toBe(time)
  expect(Date.parse(time)).toBe(late)
  expect(formatWithOffset(late, parseOffset(time))).toBe(time)
  expect(toWallClock(time).zone).toBe(named)
  expect(toWallClock(time).local.toISOString().slice(0, 16)).toBe(time.slice(0, 16))
})

test.each(['2026-11-26T22:30:00+25:00', '2026-11-26T22:30:00', 'tomorrow', ''])(
  '%j has no offset, and counts as UTC',
  (time) => {
    expect(parseOffset(time)).toBe('Z')
  },
)
