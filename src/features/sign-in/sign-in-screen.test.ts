import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getFormErrors } from '../../ui/form/form-errors.ts'
import { signInSchema } from './sign-in-screen.tsx'

test.each([
  [
    { email: '', password: '' },
    { email: { message: 'common.fieldRequired' }, password: { message: 'common.fieldRequired' } },
  ],
  [{ email: '  ', password: 'x' }, { email: { message: 'common.fieldRequired' } }],
  [{ email: 'ana@', password: 'x' }, { email: { message: 'errorMessage.authEmailValid', announced: true } }],
  [{ email: 'ana@example.com', password: 'a b ' }, { password: { message: 'errorMessage.passwordSpaces' } }],
])('does not submit %j', (typed, errors) => {
  const parsed = v.safeParse(signInSchema, typed)
  expect(getFormErrors(parsed.issues ?? [])).toEqual(errors)
})

test('trims spaces around an address, and keeps those inside a password', () => {
  expect(v.parse(signInSchema, { email: ' ana@example.com ', password: 'a b' })).toEqual({
    email: 'ana@example.com',
    password: 'a b',
  })
})
