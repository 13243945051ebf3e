import * as v from 'valibot'
import { expect, test } from 'vitest'
import { formErrors } from '../../ui/form-errors.ts'
import { signUpForm, signUpWords } from './sign-up-form.ts'

const typed = {
  organisation: '',
  firstName: ' Ana ',
  lastName: 'Silva',
  email: ' ana@example.com ',
  password: 'Treino-2026!',
  job: 'coach',
  workFrom: 'BR',
  partner: '',
  numberOfPeople: '25',
  youngFemale: 'half',
  sportType: 'football',
  mktChannel: 'friend',
  legalAge: 'on',
}

const errorsOf = (change: Record<string, string>) => {
  const parsed = v.safeParse(signUpForm, { ...typed, ...change })
  return parsed.success ? {} : formErrors(parsed.issues, signUpWords)
}

test('what was typed becomes the sign-up', () => {
  expect(v.parse(signUpForm, typed)).toEqual({
    email: 'ana@example.com',
    password: 'Treino-2026!',
    firstName: 'Ana',
    lastName: 'Silva',
    registration: {
      organisation: '',
      workFrom: 'BR',
      job: 'coach',
      partner: '',
      numberOfPeople: 25,
      mktChannel: 'friend',
      youngFemale: 'half',
      sportType: 'football',
    },
    emailConsent: false,
  })
})

test.each([
  ['-5', 0],
  ['0', 0],
  ['25', 25],
  [' 25 ', 25],
  ['1000', 1000],
  ['1001', 1000],
  ['999999999', 1000],
])('the number of people %j counts as %i', (text, count) => {
  const { registration } = v.parse(signUpForm, { ...typed, numberOfPeople: text })
  expect(registration.numberOfPeople).toBe(count)
})

test.each(['', 'many', '2.5', '1e3'])('%j is no number of people', (text) => {
  expect(errorsOf({ numberOfPeople: text })).toEqual({ numberOfPeople: 'signUp.numberOfPeopleHint' })
})

test.each([
  [{ firstName: ' ' }, { firstName: 'common.fieldRequired' }],
  [{ email: '' }, { email: 'common.fieldRequired' }],
  [{ email: 'ana@' }, { email: 'errorMessage.authEmailValid' }],
  [{ password: 'treino' }, { password: 'errorMessage.passwordTooWeak' }],
  [{ job: 'Selecione sua profissão' }, { job: 'common.fieldRequired' }],
  [{ workFrom: 'Select the country' }, { workFrom: 'common.fieldRequired' }],
  [{ mktChannel: 'Selecciona uno' }, { mktChannel: 'common.fieldRequired' }],
])('%j is told as %j', (change, errors) => {
  expect(errorsOf(change)).toEqual(errors)
})

test('without the required tick there is no account', () => {
  const { legalAge: _unticked, ...rest } = typed
  const parsed = v.safeParse(signUpForm, rest)
  expect(formErrors(parsed.issues ?? [], signUpWords)).toEqual({ legalAge: 'signUp.legalAgeNeeded' })
})

test('who ticks the box asks for e-mails', () => {
  expect(v.parse(signUpForm, { ...typed, emailConsent: 'on' }).emailConsent).toBe(true)
})
