import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectPersonServices, type PersonServices } from '../../sandbox/testing/person-services.ts'
import type { Auth, AuthFailure } from '../../src/auth/auth.ts'
import { localeCodes, locales, type LocaleCode } from '../../src/config/locales.ts'
import type { Result } from '../../src/lib/result.ts'
import { createDevice } from './device.ts'
import { demoPassword, newcomer, password } from './people.ts'
import { startServices, type RunningServices } from './start-services.ts'

// Specification §8: every row is provoked through the services that answer with it.

let services: RunningServices
let person: PersonServices
beforeAll(async () => {
  services = await startServices()
  person = connectPersonServices(services.sandbox)
})
afterEach(async () => {
  await person.forgetFailures()
  await controlPools('DELETE')
})
afterAll(() => services.close())

const controlPools = (method: string, order?: object) =>
  fetch(`${services.sandbox.addresses().userPool}/_control/fail-next`, {
    method,
    ...(order && { body: JSON.stringify(order) }),
  })
/** The library repeats what may pass by itself: the fault outlasts it. */
const failPool = (target: string, type: string, status = 400) =>
  controlPools('POST', { target, type, status, times: 20 })
const failLoyalty = (call: string, code: number) =>
  person.failNext({ target: `loyalty.${call}`, code, times: 20 })

const failureOf = <T>(result: Result<T, AuthFailure>): AuthFailure | 'none' =>
  result.ok ? 'none' : result.error

const isPool = (locale: LocaleCode) => locales[locale].auth.kind === 'user-pool'
const pools = localeCodes.filter(isPool)
const states = localeCodes.filter((locale) => !isPool(locale))

const demoOf = (locale: LocaleCode) =>
  locale === 'es-US' ? 'coach.us.es@example.com' : `coach.${locale.slice(-2).toLowerCase()}@example.com`
const open = () => createDevice(services).open()
const reset = (email: string, code = '000000') => ({ email, code, password: 'Novo-2026!' })

/** An account that still waits for its code. */
const unconfirmed = async (auth: Auth, locale: LocaleCode) => {
  const input = newcomer()
  expect(await auth.signUp(locale, input)).toEqual({ ok: true, value: { next: 'verify' } })
  return input.email
}

describe.each(pools)('the user pool of %s', (locale) => {
  test('sign-up: UsernameExistsException', async () => {
    const input = { ...newcomer(), email: demoOf(locale) }
    expect(failureOf(await open().signUp(locale, input))).toEqual({ message: 'errorMessage.authEmail' })
  })

  test('login: NotAuthorizedException', async () => {
    expect(failureOf(await open().signIn(locale, demoOf(locale), 'Outra-2026!'))).toEqual({
      message: 'errorMessage.passwordIsWrong',
    })
  })

  test('login: UserNotConfirmedException, with a new code', async () => {
    const auth = open()
    const email = await unconfirmed(auth, locale)
    const before = await services.codeFor(email)
    expect(failureOf(await auth.signIn(locale, email, password))).toEqual({
      message: 'errorMessage.authEmailNotConfirmed',
      reason: 'errorMessage.authVerify',
      step: 'verify',
    })
    expect(await services.codeFor(email)).not.toBe(before)
    expect(await auth.pendingVerification()).toEqual({ email, locale })
  })

  test('login: UserNotFoundException', async () => {
    expect(failureOf(await open().signIn(locale, 'nobody@example.com', password))).toEqual({
      message: 'errorMessage.authSignUpUserNotFound',
    })
  })

  test('verification: CodeMismatchException, and a code of another length', async () => {
    const auth = open()
    const email = await unconfirmed(auth, locale)
    const wrong = (await services.codeFor(email)) === '000000' ? '111111' : '000000'
    const insert = { message: 'errorMessage.authCodeInsert' }
    expect(failureOf(await auth.confirm(locale, email, wrong))).toEqual(insert)
    expect(failureOf(await auth.confirm(locale, email, '12345'))).toEqual(insert)
  })

  test('forgot password: UserNotFoundException', async () => {
    expect(failureOf(await open().forgotPassword(locale, 'nobody@example.com'))).toEqual({
      message: 'errorMessage.autoSignUpErrorUser',
    })
  })

  test('reset: CodeMismatchException', async () => {
    const email = demoOf(locale)
    const auth = open()
    expect(failureOf(await auth.forgotPassword(locale, email))).toBe('none')
    const wrong = (await services.codeFor(email)) === '000000' ? '111111' : '000000'
    expect(failureOf(await auth.submitNewPassword(locale, reset(email, wrong)))).toEqual({
      message: 'errorMessage.authCodeInsert',
    })
  })
})

describe('any user pool', () => {
  const locale = 'pt-BR'
  const email = demoOf(locale)

  test.each([
    ['sign-up', 'SignUp', 'authSignUp', (auth: Auth) => auth.signUp(locale, newcomer())],
    ['login', 'InitiateAuth', 'authLoginError', (auth: Auth) => auth.signIn(locale, email, demoPassword)],
    [
      'verification',
      'ConfirmSignUp',
      'authCodeVerifyError',
      (auth: Auth) => auth.confirm(locale, email, '123456'),
    ],
    [
      'forgot password',
      'ForgotPassword',
      'authRecoveryPassword',
      (auth: Auth) => auth.forgotPassword(locale, email),
    ],
    [
      'reset',
      'ConfirmForgotPassword',
      'authSignUp',
      (auth: Auth) => auth.submitNewPassword(locale, reset(email)),
    ],
  ] as const)('%s: other errors', async (_step, operation, message, act) => {
    await failPool(operation, 'SomethingNewException')
    expect(failureOf<unknown>(await act(open()))).toEqual({ message: `errorMessage.${message}` })
  })

  // The forms ask for these themselves: this is what is said where one comes through all the same.
  test.each([
    ['sign-up without an e-mail address', (auth: Auth) => auth.signUp(locale, { ...newcomer(), email: '' })],
    ['sign-up without a password', (auth: Auth) => auth.signUp(locale, { ...newcomer(), password: '' })],
    ['login without an e-mail address', (auth: Auth) => auth.signIn(locale, '', demoPassword)],
    ['login without a password', (auth: Auth) => auth.signIn(locale, email, '')],
    ['verification without an e-mail address', (auth: Auth) => auth.confirm(locale, '', '123456')],
    ['resending without an e-mail address', (auth: Auth) => auth.resendCode(locale, '')],
    ['forgot password without an e-mail address', (auth: Auth) => auth.forgotPassword(locale, '')],
    ['reset without a code', (auth: Auth) => auth.submitNewPassword(locale, reset(email, ''))],
  ] as const)('%s: it cannot be empty', async (_what, act) => {
    expect(failureOf<unknown>(await act(open()))).toMatchObject({ reason: 'errorMessage.cannotBeEmpty' })
  })

  test('login: UserNotConfirmedException where no code can be sent', async () => {
    const auth = open()
    const unknown = await unconfirmed(auth, locale)
    await failPool('ResendConfirmationCode', 'CodeDeliveryFailureException')
    expect(failureOf(await auth.signIn(locale, unknown, password))).toMatchObject({
      reason: 'errorMessage.authSendCodeNot',
      step: 'verify',
    })
  })

  test('reset: LimitExceededException', async () => {
    await failPool('ConfirmForgotPassword', 'LimitExceededException')
    const failure = failureOf(await open().submitNewPassword(locale, reset(email)))
    expect(failure).toEqual({ message: 'forgotPassword.timeoutMessage', retryAt: expect.any(Number) })
  })
})

describe.each(states)('the loyalty provider of %s', (locale) => {
  const email = demoOf(locale)

  test('sign-up: 200049', async () => {
    expect(failureOf(await open().signUp(locale, { ...newcomer(), email }))).toEqual({
      message: 'errorMessage.authEmail',
    })
  })

  test('sign-up: any other number', async () => {
    await failLoyalty('signUp', 299_999)
    expect(failureOf(await open().signUp(locale, newcomer()))).toEqual({ message: 'errorMessage.authSignUp' })
  })

  test('login: 200037, after too many wrong passwords', async () => {
    const auth = open()
    const input = newcomer()
    expect(await auth.signUp(locale, input)).toEqual({ ok: true, value: { next: 'signed-in' } })
    const tries: unknown[] = []
    for (let wrong = 0; wrong < 6; wrong += 1) {
      tries.push(failureOf(await auth.signIn(locale, input.email, 'Outra-2026!')))
    }
    expect(tries[0]).toEqual({ message: 'errorMessage.authSignUpUserNotFound' })
    expect(tries.at(-1)).toEqual({ message: 'errorMessage.accountLocked' })
  })

  test('login: any other number', async () => {
    await failLoyalty('login', 299_999)
    expect(failureOf(await open().signIn(locale, email, demoPassword))).toEqual({
      message: 'errorMessage.authSignUpUserNotFound',
    })
  })

  test("login: VerifiedStatusFlag other than 'Y'", async () => {
    const input = newcomer()
    const auth = open()
    await failLoyalty('updateAccountVerify', 299_999)
    await auth.signUp(locale, input)
    expect(failureOf(await auth.signIn(locale, input.email, password))).toEqual({
      message: 'errorMessage.authEmailNotConfirmed',
      step: 'sign-up',
    })
    await person.forgetFailures()
    expect(await auth.signUp(locale, input)).toEqual({ ok: true, value: { next: 'signed-in' } })
  })

  test('forgot password: an error type of either call', async () => {
    const failure = { message: 'errorMessage.autoSignUpErrorUser' }
    expect(failureOf(await open().forgotPassword(locale, 'nobody@example.com'))).toEqual(failure)
    await failLoyalty('forgotPassword', 299_999)
    expect(failureOf(await open().forgotPassword(locale, email))).toEqual(failure)
  })

  test('reset: a wrong code, too many, and other errors', async () => {
    const auth = open()
    await auth.forgotPassword(locale, email)
    const wrong = (await services.codeFor(email)) === '000000' ? '111111' : '000000'
    const submit = async (code: string) => failureOf(await auth.submitNewPassword(locale, reset(email, code)))
    expect(await submit(wrong)).toEqual({ message: 'errorMessage.authCodeInsert' })
    await person.failNext({ target: 'loyalty.resetPassword', code: 200_043 })
    expect(await submit(wrong)).toMatchObject({
      message: 'forgotPassword.timeoutMessage',
      retryAt: expect.any(Number),
    })
    await failLoyalty('resetPassword', 299_999)
    expect(await submit(wrong)).toEqual({ message: 'errorMessage.authSignUp' })
  })
})

const wordsOf = (locale: LocaleCode, id: string): unknown =>
  id
    .split('.')
    .reduce<unknown>(
      (words, part) => (words as Record<string, unknown>)[part],
      JSON.parse(readFileSync(`locales/${locale}/messages.json`, 'utf8')),
    )

test('the words that the specification quotes are those', () => {
  expect(wordsOf('en-US', 'errorMessage.accountLocked')).toBe('Account is locked, Please reset your password')
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-NZ'] as const) {
    expect(wordsOf(locale, 'errorMessage.sessionExpired')).toBe(
      'User Session Expired. Please logout & login again.',
    )
    expect(wordsOf(locale, 'errorMessage.authEmailValid')).toBe('Enter a valid email address')
  }
  expect(wordsOf('pt-BR', 'errorMessage.authEmailValid')).toBe('Insira um endereço de e-mail válido')
})
