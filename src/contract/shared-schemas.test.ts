import * as v from 'valibot'
import { expect, test } from 'vitest'
import { personName } from './shared-schemas.ts'

test.each([
  '',
  ' ',
  '\u3164',
  '\u2800',
  '\u0640',
  'A\u0336n\u0336a\u0336',
  'Ana ⚽',
  'Ana\uE000',
  'x'.repeat(101),
  '\u0958'.repeat(51),
])('%j is not a valid name for a certificate', (name) => {
  expect(v.safeParse(personName, name).success).toBe(false)
})

test.each([
  ['Zoë Żółć Ñandú', 'Zoë Żółć Ñandú'],
  ['محمد علي', 'محمد علي'],
  ['O’Neil', 'O’Neil'],
  ['Ana\nSilva', 'Ana Silva'],
  ['Ana \u202Eavlis', 'Ana avlis'],
])('%j is a valid name, printed as %j', (name, printed) => {
  expect(v.parse(personName, name)).toBe(printed)
})
