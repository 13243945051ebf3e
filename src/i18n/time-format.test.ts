import { expect, test } from 'vitest'
import { createTimeFormat } from './time-format.ts'

const noon = new Date(2026, 10, 21, 12).getTime()
const hour = 3_600_000
const fiveMinutes = hour / 12

test.each([
  ['en-GB', noon + hour, '13:00'],
  ['en-GB', noon + 14 * hour, '22 Nov, 02:00'],
  ['pt-BR', noon - 24 * hour, '20 de nov., 12:00'],
] as const)('a time in %s includes its day when it is another day', (locale, at, expected) => {
  expect(createTimeFormat(locale).time(at, noon)).toBe(expected)
})

test.each([
  ['pt-BR', '13:05', '21 de nov. de 2026, 13:05'],
  ['en-GB', '13:05', '21 Nov 2026, 13:05'],
  ['en-US', '1:05 PM', 'Nov 21, 2026, 1:05 PM'],
  ['en-AU', '1:05 pm', '21 Nov 2026, 1:05 pm'],
  ['en-NZ', '1:05 pm', '21 Nov 2026, 1:05 pm'],
  ['es-AR', '13:05', '21 de nov de 2026, 13:05'],
  ['es-MX', '1:05 p.m.', '21 nov 2026, 1:05 p.m.'],
  ['es-US', '1:05 p.m.', '21 nov 2026, 1:05 p.m.'],
] as const)('formats five past one in the afternoon in %s as is usual there', (locale, time, dateAndTime) => {
  const at = noon + hour + fiveMinutes
  const format = createTimeFormat(locale)
  // Some versions of ICU put a narrow no-break space before "pm".
  expect(format.time(at, noon).replace(/\s/g, ' ')).toBe(time)
  expect(format.dateAndTime(at).replace(/\s/g, ' ')).toBe(dateAndTime)
})

test.each([
  ['en-GB', 4000, '4 seconds'],
  ['en-GB', -90_000, '-90 seconds'],
  ['pt-BR', 10 * 60_000, '10 minutos'],
  ['es-MX', -36 * hour, '-36 horas'],
  ['en-US', -876_600 * hour, '-36,525 days'],
  ['es-MX', 0, '0 segundos'],
  // Not minus zero.
  ['en-GB', -400, '0 seconds'],
] as const)('a span in %s of %d ms is %s', (locale, ms, expected) => {
  expect(createTimeFormat(locale).span(ms).replace(/\s/g, ' ')).toBe(expected)
})

test.each([
  ['pt-BR', 59_000, 'agora'],
  ['en-GB', 0, 'now'],
  ['es-AR', 20_000, 'ahora'],
  ['en-GB', 61_000, '1 min ago'],
  ['en-GB', -3_600_000, 'now'],
] as const)('in %s, what was %d ms ago was %s', (locale, ms, expected) => {
  expect(createTimeFormat(locale).ago(ms).replace(/\s/g, ' ')).toBe(expected)
})
