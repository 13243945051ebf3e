import { expect, test } from 'vitest'
import { parseAnnouncedWait, parseRetryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 10, 21, 12)
const at = (ms: number) => new Date(ms).toUTCString()
const minute = 60_000

test.each([
  ['seconds', { 'Retry-After': '7' }, 7],
  [
    'a date, by the clock of the phone where the server tells no other',
    { 'Retry-After': at(now + minute) },
    60,
  ],
  [
    "a date, by the server's own clock where the phone's is an hour ahead",
    { 'Retry-After': at(now - 59 * minute), Date: at(now - 60 * minute) },
    60,
  ],
  [
    "a date, by the server's own clock where the phone's is an hour behind",
    { 'Retry-After': at(now + 61 * minute), Date: at(now + 60 * minute) },
    60,
  ],
  ['years, which is a day', { 'Retry-After': '99999999999999999' }, 86_400],
  ['no time', { 'Retry-After': '0' }, undefined],
  ['a date that has passed', { 'Retry-After': at(0) }, undefined],
  ['nonsense', { 'Retry-After': 'soon' }, undefined],
  ['nothing', {}, undefined],
])('a server asks to wait for %s', (_, headers, expected) => {
  expect(parseRetryAfter(new Headers(headers), now)).toBe(expected)
})

test('announces an end that is further away than a device waits', () => {
  const days = (count: number) => new Headers({ 'Retry-After': String(count * 86_400) })
  expect(parseAnnouncedWait(days(3), now)).toBe(3 * 86_400)
  expect(parseAnnouncedWait(days(4_000_000), now)).toBe(365 * 86_400)
  expect(parseAnnouncedWait(days(0), now)).toBeUndefined()
})
