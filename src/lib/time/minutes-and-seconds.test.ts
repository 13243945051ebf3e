import { expect, test } from 'vitest'
import { formatMinutesAndSeconds } from './minutes-and-seconds.ts'

test.each([
  [0, '0:00'],
  [5, '0:05'],
  [60, '1:00'],
  [65, '1:05'],
  [240, '4:00'],
])('%i seconds read %s', (seconds, text) => {
  expect(formatMinutesAndSeconds(seconds)).toBe(text)
})
