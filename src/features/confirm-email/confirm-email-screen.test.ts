import * as v from 'valibot'
import { expect, test } from 'vitest'
import { confirmEmailForm } from './confirm-email-screen.tsx'

const email = 'ana@example.com'

test.each(['123456', ' 123456 ', '123 456', '12\u00A034\n56', 'aB3x9_'])(
  'the code %j has 6 characters',
  (code) => {
    expect(v.parse(confirmEmailForm, { email, code }).code).toBe(code.replaceAll(/\s/g, ''))
  },
)

test.each(['', '12345', '1234567', '   '])('the code %j has not', (code) => {
  expect(v.safeParse(confirmEmailForm, { email, code }).issues?.[0].message).toBe(
    'errorMessage.authCodeverify',
  )
})
