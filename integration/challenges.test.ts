import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readTotpCode } from '../sandbox/testing/connect-operator.ts'
import { createWrongCode } from '../sandbox/testing/register.ts'
import { getFailure, listLocales } from './testing/catalogue.ts'
import {
  answer,
  expectChallenge,
  invite,
  names,
  openTab,
  pending,
  temporaryPassword,
} from './testing/challenges.ts'
import { getOperator, signUp } from './testing/coaches.ts'
import type { Tab } from './testing/device.ts'
import { newcomer, password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

// What a user pool asks for after the password, through Amplify. A browser reloads the page in
// `e2e/journeys/account/challenges.spec.ts`; here a reload only forgets what the account holds in memory.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

const readSecret = async (tab: Tab): Promise<string> => {
  const challenge = (await pending(tab))?.challenge
  if (challenge?.kind !== 'app-setup') throw new Error('There is no key')
  return challenge.secret
}

describe.each(listLocales('user-pool'))('the user pool of %s', (locale) => {
  afterEach(() => getOperator(services, locale).setPoolMfa('OPTIONAL', ['totp', 'email', 'sms']))

  test('an invited coach replaces the temporary password and adds missing names, with a reload between', async () => {
    const email = await invite(services, locale, {})
    const { tab, reload } = openTab(services)
    expect(await expectChallenge(tab, tab.signIn(locale, email, temporaryPassword))).toEqual({
      kind: 'new-password',
      missingNames: ['firstName', 'lastName'],
    })
    const page = reload()
    const name = { firstName: 'Ana', lastName: 'Souza' }
    expect(getFailure(await answer(page, 'too-weak', name))).toEqual({
      message: 'errorMessage.passwordTooWeak',
    })
    expect(await answer(page, password, name)).toMatchObject({
      ok: true,
      value: { email, locale, ...name },
    })
    expect(page.state().status).toBe('authenticated')
    expect(await pending(page)).toBeUndefined()
    expect(await openTab(services).tab.signIn(locale, email, password)).toMatchObject({ ok: true })
  })

  test('a pool that requires a second factor: password, new password, choice, app, and its codes from then on', async () => {
    await getOperator(services, locale).setPoolMfa('ON', ['totp', 'email'])
    const email = await invite(services, locale)
    const { tab, reload } = openTab(services)
    expect(await expectChallenge(tab, tab.signIn(locale, email, temporaryPassword))).toMatchObject({
      kind: 'new-password',
      missingNames: [],
    })
    expect(await expectChallenge(tab, answer(tab, password))).toEqual({
      kind: 'choose-setup',
      factors: ['TOTP', 'EMAIL'],
    })
    await expectChallenge(tab, answer(tab, 'TOTP'))
    const page = reload()
    const secret = await readSecret(page)
    expect(secret).toMatch(/^[A-Z2-7]{16,}$/)
    const code = readTotpCode(services.sandbox, secret)
    expect(getFailure(await answer(page, createWrongCode(code)))).toEqual({
      message: 'errorMessage.challengeCodeWrong',
    })
    expect(await answer(page, code)).toMatchObject({ ok: true, value: { email } })

    const later = openTab(services).tab
    expect(await expectChallenge(later, later.signIn(locale, email, password))).toEqual({
      kind: 'code',
      factor: 'TOTP',
    })
    expect(getFailure(await answer(later, code))).toEqual({
      message: 'errorMessage.challengeCodeUsed',
    })
    const nextCode = readTotpCode(services.sandbox, secret, 1)
    expect(await answer(later, nextCode)).toMatchObject({ ok: true })
  })

  test('a code by email, after a wrong one and a reload', async () => {
    const email = await signUp(services, locale)
    await getOperator(services, locale).enableEmailCode(email)
    const { tab, reload } = openTab(services)
    expect(await expectChallenge(tab, tab.signIn(locale, email, password))).toEqual({
      kind: 'code',
      factor: 'EMAIL',
      destination: expect.stringMatching(/^c\*+@e\*+/),
    })
    const code = await services.codeFor(email)
    expect(getFailure(await answer(tab, createWrongCode(code)))).toEqual({
      message: 'errorMessage.challengeCodeWrong',
    })
    expect(await answer(reload(), code)).toMatchObject({ ok: true, value: { email } })
  })
})

describe('choosing and setting up', () => {
  afterEach(() => getOperator(services, 'en-GB').setPoolMfa('OPTIONAL', ['totp', 'email', 'sms']))

  test('a coach with two factors chooses one, here a text message', async () => {
    const phone = '+447700900123'
    const email = await invite(services, 'en-GB', { ...names, phone_number: phone })
    await getOperator(services, 'en-GB').call('AdminSetUserMFAPreference', {
      Username: email,
      EmailMfaSettings: { Enabled: true },
      SMSMfaSettings: { Enabled: true },
    })
    const { tab } = openTab(services)
    await expectChallenge(tab, tab.signIn('en-GB', email, temporaryPassword))
    expect(await expectChallenge(tab, answer(tab, password))).toEqual({
      kind: 'choose-factor',
      factors: ['EMAIL', 'SMS'],
    })
    expect(await expectChallenge(tab, answer(tab, 'SMS'))).toEqual({
      kind: 'code',
      factor: 'SMS',
      destination: '+*******0123',
    })
    const code = await services.codeFor(phone)
    expect(await answer(tab, code)).toMatchObject({ ok: true })
  })

  test('codes by email are set up with the address of the account', async () => {
    await getOperator(services, 'en-GB').setPoolMfa('ON', ['email'])
    const email = await invite(services, 'en-GB')
    const { tab } = openTab(services)
    await expectChallenge(tab, tab.signIn('en-GB', email, temporaryPassword))
    expect(await expectChallenge(tab, answer(tab, password))).toEqual({
      kind: 'email-setup',
    })
    expect(await expectChallenge(tab, answer(tab, email))).toMatchObject({
      kind: 'code',
      factor: 'EMAIL',
    })
    expect(await answer(tab, await services.codeFor(email))).toMatchObject({ ok: true })
  })

  test('a coach who signs up in a pool that requires a second factor sets it up after the confirmation', async () => {
    await getOperator(services, 'en-GB').setPoolMfa('ON', ['totp'])
    const { tab } = openTab(services)
    const input = newcomer()
    await tab.signUp('en-GB', input)
    const code = await services.codeFor(input.email)
    expect(await tab.confirm('en-GB', input.email, code)).toEqual({ ok: true, value: 'challenge' })
    const secret = await readSecret(tab)
    const codeOfApp = readTotpCode(services.sandbox, secret)
    expect(await answer(tab, codeOfApp)).toMatchObject({ ok: true, value: { email: input.email } })
  })

  test('an admin’s reset leads to a new password, and then to the sign-in', async () => {
    const email = await signUp(services, 'en-GB')
    await getOperator(services, 'en-GB').call('AdminResetUserPassword', { Username: email })
    const { tab } = openTab(services)
    expect(getFailure(await tab.signIn('en-GB', email, password))).toEqual({
      message: 'errorMessage.authLoginError',
      reason: 'errorMessage.resetRequired',
      step: 'reset',
    })
    const reset = { email, code: await services.codeFor(email), password: 'Novo-2026!' }
    expect(await tab.submitNewPassword('en-GB', reset)).toEqual({ ok: true, value: undefined })
    expect(await tab.signIn('en-GB', email, 'Novo-2026!')).toMatchObject({ ok: true })
  })
})
