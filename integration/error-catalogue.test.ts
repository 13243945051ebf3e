import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LocaleCode } from '../src/config/locales.ts'
import {
  getDemoEmail,
  getFailure,
  listLocales,
  reset,
  startCatalogue,
  wrongFor,
  type Catalogue,
} from './testing/catalogue.ts'
import type { Tab } from './testing/device.ts'
import { demoPassword, newcomer, password } from './testing/people.ts'

// The rows of specification §8 for the user pools. Each test makes a service return the error of a row.

let world: Catalogue
beforeAll(async () => {
  world = await startCatalogue()
})
afterEach(() => world.forgetFailures())
afterAll(() => world.close())

/** An account that is still waiting for its code. */
const unconfirmed = async (tab: Tab, locale: LocaleCode) => {
  const input = newcomer()
  expect(await tab.signUp(locale, input)).toEqual({ ok: true, value: { next: 'verify' } })
  return input.email
}

describe.each(listLocales('user-pool'))('the user pool of %s', (locale) => {
  test('sign-up: UsernameExistsException', async () => {
    const input = { ...newcomer(), email: getDemoEmail(locale) }
    expect(getFailure(await world.open().signUp(locale, input))).toEqual({
      message: 'errorMessage.authEmail',
      step: 'sign-in-or-reset',
    })
  })

  test('login: NotAuthorizedException', async () => {
    expect(getFailure(await world.open().signIn(locale, getDemoEmail(locale), 'Outra-2026!'))).toEqual({
      message: 'errorMessage.passwordIsWrong',
    })
  })

  test('login: UserNotConfirmedException, with a new code', async () => {
    const tab = world.open()
    const email = await unconfirmed(tab, locale)
    const before = await world.codeFor(email)
    expect(getFailure(await tab.signIn(locale, email, password))).toEqual({
      message: 'errorMessage.authEmailNotConfirmed',
      reason: 'errorMessage.authVerify',
      step: 'verify',
    })
    expect(await world.codeFor(email)).not.toBe(before)
    expect(await tab.pendingVerification()).toMatchObject({ email, locale })
  })

  test('login: UserNotFoundException', async () => {
    expect(getFailure(await world.open().signIn(locale, 'nobody@example.com', password))).toEqual({
      message: 'errorMessage.authSignUpUserNotFound',
    })
  })

  test('verification: CodeMismatchException, and a code of another length', async () => {
    const tab = world.open()
    const email = await unconfirmed(tab, locale)
    const wrong = wrongFor(await world.codeFor(email))
    const insert = { message: 'errorMessage.authCodeInsert' }
    expect(getFailure(await tab.confirm(locale, email, wrong))).toEqual(insert)
    expect(getFailure(await tab.confirm(locale, email, '12345'))).toEqual(insert)
  })

  test('forgot password: UserNotFoundException', async () => {
    expect(getFailure(await world.open().forgotPassword(locale, 'nobody@example.com'))).toEqual({
      message: 'errorMessage.autoSignUpErrorUser',
    })
  })

  test('reset: CodeMismatchException', async () => {
    const email = getDemoEmail(locale)
    const tab = world.open()
    expect(getFailure(await tab.forgotPassword(locale, email))).toBe('none')
    const wrong = wrongFor(await world.codeFor(email))
    expect(getFailure(await tab.submitNewPassword(locale, reset(email, wrong)))).toEqual({
      message: 'errorMessage.authCodeInsert',
    })
  })
})

describe('any user pool', () => {
  const locale = 'pt-BR'
  const email = getDemoEmail(locale)

  test.each([
    ['sign-up', 'SignUp', 'authSignUp', (tab: Tab) => tab.signUp(locale, newcomer())],
    ['login', 'InitiateAuth', 'authLoginError', (tab: Tab) => tab.signIn(locale, email, demoPassword)],
    [
      'verification',
      'ConfirmSignUp',
      'authCodeVerifyError',
      (tab: Tab) => tab.confirm(locale, email, '123456'),
    ],
    [
      'forgot password',
      'ForgotPassword',
      'authRecoveryPassword',
      (tab: Tab) => tab.forgotPassword(locale, email),
    ],
    [
      'reset',
      'ConfirmForgotPassword',
      'authSignUp',
      (tab: Tab) => tab.submitNewPassword(locale, reset(email)),
    ],
  ] as const)('%s: other errors', async (_step, operation, message, act) => {
    await world.failPool(operation, 'SomethingNewException')
    expect(getFailure<unknown>(await act(world.open()))).toEqual({
      message: `errorMessage.${message}`,
      reason: 'error.unexpected',
    })
  })

  // The forms require these values. These tests cover an empty value that gets through anyway.
  test.each([
    ['sign-up without an e-mail address', (tab: Tab) => tab.signUp(locale, { ...newcomer(), email: '' })],
    ['sign-up without a password', (tab: Tab) => tab.signUp(locale, { ...newcomer(), password: '' })],
    ['login without an e-mail address', (tab: Tab) => tab.signIn(locale, '', demoPassword)],
    ['login without a password', (tab: Tab) => tab.signIn(locale, email, '')],
    ['verification without an e-mail address', (tab: Tab) => tab.confirm(locale, '', '123456')],
    ['resending without an e-mail address', (tab: Tab) => tab.resendCode(locale, '')],
    ['forgot password without an e-mail address', (tab: Tab) => tab.forgotPassword(locale, '')],
    ['reset without a code', (tab: Tab) => tab.submitNewPassword(locale, reset(email, ''))],
  ] as const)('%s: it cannot be empty', async (_what, act) => {
    expect(getFailure<unknown>(await act(world.open()))).toMatchObject({
      reason: 'errorMessage.cannotBeEmpty',
    })
  })

  test('login: UserNotConfirmedException when no code can be sent', async () => {
    const tab = world.open()
    const unknown = await unconfirmed(tab, locale)
    await world.failPool('ResendConfirmationCode', 'CodeDeliveryFailureException')
    expect(getFailure(await tab.signIn(locale, unknown, password))).toMatchObject({
      reason: 'errorMessage.authSendCodeNot',
      step: 'verify',
    })
  })

  test('reset: LimitExceededException', async () => {
    await world.failPool('ConfirmForgotPassword', 'LimitExceededException')
    const failure = getFailure(await world.open().submitNewPassword(locale, reset(email)))
    expect(failure).toEqual({ message: 'forgotPassword.timeoutMessage', retryAt: expect.any(Number) })
  })
})
