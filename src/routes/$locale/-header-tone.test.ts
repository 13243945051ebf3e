import { expect, test } from 'vitest'
import { headerToneOf } from './-header-tone.ts'

test.each([
  ['/$locale/$slug/', 'courses'],
  ['/$locale/$slug/$module', 'courses'],
  ['/$locale/courses', 'courses'],
  ['/$locale/', 'plain'],
  ['/$locale/login', 'plain'],
  ['/$locale/_signed-in/files', 'plain'],
  ['', 'plain'],
])('on %s the header is %s', (routeId, tone) => {
  expect(headerToneOf(routeId)).toBe(tone)
})
