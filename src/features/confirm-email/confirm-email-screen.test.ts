import * as v from 'valibot'
import { expect, test } from 'vitest'
import { confirmEmailSchema } from './confirm-email-screen.tsx'

const email = 'ana@example.com'

test.each(['123456', ' 123456 ', '123 456', '12\u00A034\n56', 'aB3x9_'])(
  'accepts the code %j as 6 characters',
  (code) => {
    expect(v.parse(confirmEmailSchema, { email, code }).code).toBe(code.replaceAll(/\s/g, ''))
  },
)

test.each(['', '12345', '1234567', '   '])('rejects the code %j', (code) => {
  expect(v.safeParse(confirmEmailSchema, { email, code }).issues?.[0].message).toBe(
    'errorMessage.authCodeverify',
  )
})
