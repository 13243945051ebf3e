import * as v from 'valibot'
import { expect, test } from 'vitest'
import { personName } from './shapes.ts'

test.each(['Ana\u202Eavlis', '\u2067Ana\u2069', 'Ana\nSilva', ' ', 'x'.repeat(101)])(
  '%j is no name for a certificate',
  (name) => {
    expect(v.safeParse(personName, name).success).toBe(false)
  },
)

test.each(['Zoë Żółć Ñandú', 'محمد علي', '山田 太郎', 'O’Neil'])('%j is one', (name) => {
  expect(v.parse(personName, name)).toBe(name)
})
