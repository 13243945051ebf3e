import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  getDemoEmail,
  getFailure,
  listLocales,
  reset,
  startCatalogue,
  wrongFor,
  type Catalogue,
} from './testing/catalogue.ts'
import { demoPassword, newcomer, password } from './testing/people.ts'

// The rows of specification §8 for the loyalty provider. Each test makes the provider return a row's error.

let world: Catalogue
beforeAll(async () => {
  world = await startCatalogue()
})
afterEach(() => world.forgetFailures())
afterAll(() => world.close())

describe.each(listLocales('loyalty'))('the loyalty provider of %s', (locale) => {
  const email = getDemoEmail(locale)

  test('sign-up: 200049', async () => {
    expect(getFailure(await world.open().signUp(locale, { ...newcomer(), email }))).toEqual({
      message: 'errorMessage.authEmail',
      step: 'sign-in-or-reset',
    })
  })

  test('sign-up: any other number', async () => {
    await world.failLoyalty('signUp', 299_999)
    expect(getFailure(await world.open().signUp(locale, newcomer()))).toEqual({
      message: 'errorMessage.authSignUp',
      reason: 'error.unexpected',
    })
  })

  test('login: 200037, after too many wrong passwords', async () => {
    const tab = world.open()
    const input = newcomer()
    expect(await tab.signUp(locale, input)).toEqual({ ok: true, value: { next: 'signed-in' } })
    const tries: unknown[] = []
    for (let wrong = 0; wrong < 6; wrong += 1) {
      tries.push(getFailure(await tab.signIn(locale, input.email, 'Outra-2026!')))
    }
    expect(tries[0]).toEqual({ message: 'errorMessage.authSignUpUserNotFound' })
    expect(tries.at(-1)).toEqual({ message: 'errorMessage.accountLocked', step: 'reset' })
  })

  test('login: any other number', async () => {
    await world.failLoyalty('login', 299_999)
    expect(getFailure(await world.open().signIn(locale, email, demoPassword))).toEqual({
      message: 'errorMessage.authSignUpUserNotFound',
    })
  })

  test("login: VerifiedStatusFlag other than 'Y'", async () => {
    const input = newcomer()
    const tab = world.open()
    await world.failLoyalty('updateAccountVerify', 299_999)
    await tab.signUp(locale, input)
    expect(getFailure(await tab.signIn(locale, input.email, password))).toEqual({
      message: 'errorMessage.authEmailNotConfirmed',
      step: 'sign-up',
    })
    await world.forgetFailures()
    expect(await tab.signUp(locale, input)).toEqual({ ok: true, value: { next: 'signed-in' } })
  })

  test('forgot password: an error type of either call', async () => {
    const failure = { message: 'errorMessage.autoSignUpErrorUser' }
    expect(getFailure(await world.open().forgotPassword(locale, 'nobody@example.com'))).toEqual(failure)
    await world.failLoyalty('forgotPassword', 299_999)
    expect(getFailure(await world.open().forgotPassword(locale, email))).toEqual(failure)
  })

  test('reset: a wrong code, too many, and other errors', async () => {
    const tab = world.open()
    await tab.forgotPassword(locale, email)
    const wrong = wrongFor(await world.codeFor(email))
    const submit = async (code: string) => getFailure(await tab.submitNewPassword(locale, reset(email, code)))
    expect(await submit(wrong)).toEqual({ message: 'errorMessage.authCodeInsert' })
    await world.person.failNext({ target: 'loyalty.resetPassword', code: 200_043 })
    expect(await submit(wrong)).toMatchObject({
      message: 'forgotPassword.timeoutMessage',
      retryAt: expect.any(Number),
    })
    await world.failLoyalty('resetPassword', 299_999)
    expect(await submit(wrong)).toEqual({ message: 'errorMessage.authSignUp', reason: 'error.unexpected' })
  })
})
