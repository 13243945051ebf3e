import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createTypedWordSchema } from './typed-word-form.tsx'

test.each([
  ['DELETE', true],
  [' delete ', true],
  ['delet', false],
  ['', false],
])('for the word DELETE, %j is enough: %s', (text, enough) =>
  expect(v.is(createTypedWordSchema('DELETE', 'profile.eraseWordNeeded'), text)).toBe(enough),
)
