import * as v from 'valibot'
import { expect, test } from 'vitest'
import { locales } from '../../config/locales.ts'
import { getFormErrors } from '../../ui/form/form-errors.ts'
import { getSignUpSchema, removePlaceholder, toRegistrationWork } from './sign-up-form.ts'
import { surveyQuestions } from '../../config/survey-profile.ts'
import { jobs } from '../../person/form/registration-select.tsx'

const signUpForm = getSignUpSchema(locales['pt-BR'])
const loyaltyForm = getSignUpSchema(locales['es-US'])

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

const findErrors = (change: Record<string, string>) => {
  const parsed = v.safeParse(signUpForm, { ...typed, ...change })
  return parsed.success ? {} : getFormErrors(parsed.issues)
}

test('converts what was typed into the sign-up', () => {
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
    subscriptions: [{ serviceId: 'coaching-drills-br', optIn: false }],
  })
})

test('removes invisible characters', () => {
  const { firstName, lastName, registration } = v.parse(signUpForm, {
    ...typed,
    firstName: 'A\u200Bna\0',
    lastName: 'da\u2028Silva\u3164',
    partner: 'Time\uD83D FC\0',
  })
  expect([firstName, lastName, registration.partner]).toEqual(['Ana', 'da Silva', 'Time FC'])
})

test.each([
  ['-5', 0],
  ['0', 0],
  ['25', 25],
  [' 25 ', 25],
  ['1000', 1000],
  ['1001', 1000],
  ['999999999', 1000],
  ['٢٥', 25],
  ['۲۵', 25],
  ['२५', 25],
  ['２５', 25],
  ['٥٠٠٠', 1000],
])('the number of people %j counts as %i', (text, count) => {
  const { registration } = v.parse(signUpForm, { ...typed, numberOfPeople: text })
  expect(registration.numberOfPeople).toBe(count)
})

test.each(['', 'many', '2.5', '1e3'])('rejects %j as a number of people', (text) => {
  expect(findErrors({ numberOfPeople: text })).toEqual({
    numberOfPeople: { message: 'signUp.numberOfPeopleHint' },
  })
})

test.each([
  [{ firstName: ' ' }, { firstName: { message: 'common.fieldRequired' } }],
  [{ firstName: '\u3164' }, { firstName: { message: 'common.fieldRequired' } }],
  [{ partner: 'x'.repeat(201) }, { partner: { message: 'form.tooLong', values: { most: 200 } } }],
  [{ email: '' }, { email: { message: 'common.fieldRequired' } }],
  [{ email: 'ana@' }, { email: { message: 'errorMessage.authEmailValid', announced: true } }],
  [{ password: 'treino' }, { password: { message: 'errorMessage.passwordTooWeak' } }],
  [{ job: 'Selecione sua profissão' }, { job: { message: 'common.fieldRequired' } }],
  [{ workFrom: 'Select the country' }, { workFrom: { message: 'common.fieldRequired' } }],
  [{ mktChannel: 'Selecciona uno' }, { mktChannel: { message: 'common.fieldRequired' } }],
])('%j gives the errors %j', (change, errors) => {
  expect(findErrors(change)).toEqual(errors)
})

test('requires the age box to be ticked', () => {
  const { legalAge: _unticked, ...rest } = typed
  const parsed = v.safeParse(signUpForm, rest)
  expect(getFormErrors(parsed.issues ?? [])).toEqual({ legalAge: { message: 'signUp.legalAgeNeeded' } })
})

test('a ticked box subscribes to e-mails', () => {
  expect(v.parse(signUpForm, { ...typed, emailConsent: 'on' }).emailConsent).toBe(true)
})

test.each([
  ['pt-BR', 'coaching-drills-br'],
  ['en-GB', 'coaching-drills-gb'],
  ['en-AU', 'coaching-drills-au'],
  ['en-NZ', 'coaching-drills-nz'],
  ['es-AR', 'coaching-drills-ar'],
  ['es-MX', 'coaching-drills-mx'],
] as const)('reports the choice of the newsletter of %s with its id, %s', (code, serviceId) => {
  const parseSubscriptions = (ticked: Record<string, string>) =>
    v.parse(getSignUpSchema(locales[code]), { ...typed, ...ticked }).subscriptions
  expect(parseSubscriptions({ newsletter: 'on' })).toEqual([{ serviceId, optIn: true }])
  expect(parseSubscriptions({})).toEqual([{ serviceId, optIn: false }])
})

test('offers no newsletter without a consent service', () => {
  expect(v.parse(loyaltyForm, { ...typedInUnitedStates, newsletter: 'on' })).not.toHaveProperty(
    'subscriptions',
  )
})

const { job: _job, partner: _partner, ...common } = typed
const typedInUnitedStates = {
  ...common,
  age: '25-34',
  ageOwn: '',
  job: 'Docente',
  jobOwn: 'Educación física ',
  where: 'Otra',
  language: 'es',
}

test('in the United States derives job and organisation from the survey profile, with two consents', () => {
  const consents = { emailConsent: 'on', partnerConsent: 'on' }
  const input = v.parse(loyaltyForm, { ...typedInUnitedStates, ...consents })
  expect(input.registration).toMatchObject({ job: 'schoolTeacher', partner: '', workFrom: 'BR' })
  expect(input.survey).toEqual({
    age: '25-34',
    job: 'Docente',
    where: 'Otra',
    language: 'es',
    ownWords: { job: 'Educación física' },
  })
  expect(input).toMatchObject({ emailConsent: true, partnerConsent: true })
  expect(v.parse(loyaltyForm, typedInUnitedStates)).toMatchObject({
    emailConsent: false,
    partnerConsent: false,
  })
})

test.each(['age', 'job', 'where', 'language'])('in the United States requires "%s"', (name) => {
  const parsed = v.safeParse(loyaltyForm, { ...typedInUnitedStates, [name]: '' })
  expect(parsed.success ? {} : getFormErrors(parsed.issues)).toEqual({
    [name]: { message: 'common.fieldRequired' },
  })
})

test('does not ask other countries for the survey profile', () => {
  expect(v.parse(signUpForm, typed)).not.toHaveProperty('survey')
})

test.each([
  ['Select your job role', ''],
  ['Selecione sua profissão', ''],
  ['Selecioná uno', ''],
  ['Selecione o país', ''],
  ['Select the country', ''],
  ['Seleccione uno', ''],
  ['Selecione um', ''],
  ['Select one', ''],
  ['Selecciona uno', ''],
  [' Select one ', ''],
  ['', ''],
  ['coach', 'coach'],
  ['select one', 'select one'],
  ['BR', 'BR'],
])('%j counts as %j', (text, expected) => {
  expect(removePlaceholder(text)).toBe(expected)
})

test('maps every job of the survey profile to one of the other countries’ jobs', () => {
  const found = surveyQuestions.job.answers.map(({ es }) => toRegistrationWork({ job: es }).job)
  expect(found).toEqual(jobs)
})

test('uses the organisation as the partner, unless it is not on the list', () => {
  expect(toRegistrationWork({ where: 'street soccer usa' }).partner).toBe('Street Soccer USA')
  expect(toRegistrationWork({ where: 'Otra' }).partner).toBe('')
  expect(toRegistrationWork({ where: 'unheard of' })).toEqual({ job: '', partner: '' })
})
