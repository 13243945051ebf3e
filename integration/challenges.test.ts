import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectOperator, readTotpCode } from '../sandbox/testing/connect-operator.ts'
import { createWrongCode } from '../sandbox/testing/register.ts'
import type { LocaleCode } from '../src/config/locales.ts'
import { memoryText } from '../src/platform/storage/testing/memory-text.ts'
import { getFailure, listLocales } from './testing/catalogue.ts'
import { answer, pending } from './testing/challenges.ts'
import { getOperator, signUp } from './testing/coaches.ts'
import { createDevice, type Tab } from './testing/device.ts'
import { newcomer, password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

// What a user pool asks for after the password, through Amplify. A browser reloads the page in
// `e2e/journeys/confirm-sign-in.spec.ts`; here a reload only forgets what the account holds in memory.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

const temporaryPassword = 'Temporary-2026!'
const newEmail = () => `coach-${randomUUID()}@example.com`
const names = { given_name: 'Ana', family_name: 'Souza' }

/** Invites a coach, as an admin of the pool does. Resolves to their email address. */
const invite = async (locale: LocaleCode, attributes: Record<string, string> = names) => {
  const email = newEmail()
  await getOperator(services, locale).invite({ email, password: temporaryPassword, attributes })
  return email
}

/** A page in a tab. `reload` opens the page again: only what the tab has stored is left. */
const openTab = () => {
  const device = createDevice(services)
  const tabText = memoryText()
  return { device, tabText, tab: device.open(tabText), reload: () => device.open(tabText) }
}

/** Takes a step that must lead to a challenge, and returns that challenge. */
const expectChallenge = async (tab: Tab, step: ReturnType<Tab['signIn']>) => {
  expect(getFailure(await step)).toEqual({ message: 'confirmSignIn.needed', step: 'challenge' })
  return (await pending(tab))?.challenge
}

const readSecret = async (tab: Tab): Promise<string> => {
  const challenge = (await pending(tab))?.challenge
  if (challenge?.kind !== 'app-setup') throw new Error('There is no key')
  return challenge.secret
}

describe.each(listLocales('user-pool'))('the user pool of %s', (locale) => {
  afterEach(() => getOperator(services, locale).setPoolMfa('OPTIONAL', ['totp', 'email', 'sms']))

  test('an invited coach replaces the temporary password and adds missing names, with a reload between', async () => {
    const email = await invite(locale, {})
    const { tab, reload } = openTab()
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
    expect(await openTab().tab.signIn(locale, email, password)).toMatchObject({ ok: true })
  })

  test('a pool that requires a second factor: password, new password, choice, app, and its codes from then on', async () => {
    await getOperator(services, locale).setPoolMfa('ON', ['totp', 'email'])
    const email = await invite(locale)
    const { tab, reload } = openTab()
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

    const later = openTab().tab
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
    const { tab, reload } = openTab()
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
    const email = await invite('en-GB', { ...names, phone_number: phone })
    await getOperator(services, 'en-GB').call('AdminSetUserMFAPreference', {
      Username: email,
      EmailMfaSettings: { Enabled: true },
      SMSMfaSettings: { Enabled: true },
    })
    const { tab } = openTab()
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
    const email = await invite('en-GB')
    const { tab } = openTab()
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
    const { tab } = openTab()
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
    const { tab } = openTab()
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

describe('a challenge that does not end well', () => {
  const over = { message: 'errorMessage.challengeOver', step: 'sign-in' }

  /** A coach whose account asks for a code by email, at the step with the code. */
  const reachCode = async () => {
    const email = await signUp(services, 'en-GB')
    await getOperator(services, 'en-GB').enableEmailCode(email)
    const page = openTab()
    await expectChallenge(page.tab, page.tab.signIn('en-GB', email, password))
    return { ...page, email, code: await services.codeFor(email) }
  }

  test('is answered in two tabs: the second is told to start again, and the first stays signed in', async () => {
    const { device, tab, tabText, code, email } = await reachCode()
    // A browser copies `sessionStorage` into a duplicate of a tab.
    const copyText = memoryText()
    copyText.write(tabText.read())
    const copy = device.open(copyText)
    expect(await answer(tab, code)).toMatchObject({ ok: true })
    expect(getFailure(await answer(copy, code))).toEqual(over)
    expect(await pending(copy)).toBeUndefined()
    expect(copy.state()).toMatchObject({ status: 'authenticated', user: { email } })
    expect(await tab.check()).toMatchObject({ status: 'authenticated', user: { email } })
  })

  test.each([1, 9])(
    'a new password whose response was lost %i times signs in nevertheless',
    async (times) => {
      const email = await invite('en-GB')
      const { tab } = openTab()
      await expectChallenge(tab, tab.signIn('en-GB', email, temporaryPassword))
      const { fetch } = globalThis
      let lost = 0
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
        const response = await fetch(input, init)
        const isAnswer = typeof init?.body === 'string' && init.body.includes('"NEW_PASSWORD_REQUIRED"')
        if (!isAnswer || lost === times) return response
        lost += 1
        throw new TypeError('Failed to fetch')
      })
      const result = await answer(tab, password)
      vi.restoreAllMocks()
      expect(lost).toBeGreaterThan(0)
      expect(result).toMatchObject({ ok: true, value: { email } })
    },
  )

  test('a coach who signs in in another tab while an answer waits for its turn stays signed in', async () => {
    const { device, tab, code } = await reachCode()
    const other = await signUp(services, 'en-GB')
    const otherTab = device.open()
    const [signedIn, answered] = await Promise.all([
      otherTab.signIn('en-GB', other, password),
      answer(tab, code),
    ])
    expect(signedIn).toMatchObject({ ok: true, value: { email: other } })
    expect(getFailure(answered)).toEqual(over)
    expect(await otherTab.check()).toMatchObject({ status: 'authenticated', user: { email: other } })
  })

  test('is given up for another sign-in', async () => {
    const { tab, tabText } = await reachCode()
    const other = await signUp(services, 'en-GB')
    expect(await tab.signIn('en-GB', other, password)).toMatchObject({ ok: true })
    expect(await pending(tab)).toBeUndefined()
    expect(tabText.read()).toBeUndefined()
  })

  test('is cancelled, so that nothing of it is left in the tab', async () => {
    const { tab, tabText, reload } = await reachCode()
    const { cancel } = await tab.loadChallenges()
    await cancel()
    expect(tabText.read()).toBeUndefined()
    expect(getFailure(await answer(reload(), '123456'))).toEqual(over)
  })

  test('is not offered by a page that was reloaded too late', async () => {
    const { device, tab, reload } = await reachCode()
    device.advance(3 * 60_000)
    // The page that has met the challenge asks the pool.
    expect(await pending(tab)).toBeDefined()
    const { pending: readPending, endExpired } = await reload().loadChallenges()
    expect(readPending()).toBeUndefined()
    expect(endExpired()).toBe(true)
    expect(endExpired()).toBe(false)
  })

  test('asks for a factor that the pool has turned off meanwhile', async () => {
    const { tab, code } = await reachCode()
    await getOperator(services, 'en-GB').setPoolMfa('OPTIONAL', ['totp'])
    expect(getFailure(await answer(tab, code))).toEqual(over)
    await getOperator(services, 'en-GB').setPoolMfa('OPTIONAL', ['totp', 'email', 'sms'])
  })

  test('after five wrong codes, even the right one has to wait', async () => {
    const { tab, code } = await reachCode()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(getFailure(await answer(tab, createWrongCode(code)))).toEqual({
        message: 'errorMessage.challengeCodeWrong',
      })
    }
    expect(getFailure(await answer(tab, code))).toEqual({
      message: 'errorMessage.codeAttempts',
    })
    services.sandbox.advance(1000)
    expect(await answer(tab, code)).toMatchObject({ ok: true })
  })

  test('expires at the pool', async () => {
    const shortLived = await startServices({ authSessionSeconds: 1 })
    try {
      const device = createDevice(shortLived)
      const tab = device.open()
      const operator = connectOperator(shortLived.sandbox, 'GB')
      const email = newEmail()
      await operator.invite({ email, password: temporaryPassword, attributes: names })
      await expectChallenge(tab, tab.signIn('en-GB', email, temporaryPassword))
      shortLived.sandbox.advance(1000)
      expect(getFailure(await answer(tab, password))).toEqual(over)
      expect(await pending(tab)).toBeUndefined()
    } finally {
      await shortLived.close()
    }
  })
})

describe('a challenge that this app does not know', () => {
  afterEach(() => vi.restoreAllMocks())

  /** Makes the pool ask for something else instead of returning tokens. */
  const ask = (ChallengeName: string, ChallengeParameters: object) => {
    const { fetch } = globalThis
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const isLast = new Headers(init?.headers).get('x-amz-target')?.endsWith('.RespondToAuthChallenge')
      const response = await fetch(input, init)
      return isLast ? Response.json({ ChallengeName, ChallengeParameters, Session: 'session' }) : response
    })
  }

  test.each([
    ['a second factor that nobody has', 'MFA_SETUP', { MFAS_CAN_SETUP: '["PIGEON"]' }],
    ['a choice of second factors that nobody has', 'SELECT_MFA_TYPE', { MFAS_CAN_CHOOSE: '["PIGEON"]' }],
    [
      'an attribute that no form of this app has',
      'NEW_PASSWORD_REQUIRED',
      { requiredAttributes: '["userAttributes.custom:shoe_size"]', userAttributes: '{}' },
    ],
    ['a question of its own', 'CUSTOM_CHALLENGE', {}],
    ['something new', 'RIDDLE', {}],
  ])('ends the sign-in with words and a way out: %s', async (_, name, parameters) => {
    const { device, tab } = openTab()
    const email = await signUp(services, 'en-GB')
    ask(name, parameters)
    expect(getFailure(await tab.signIn('en-GB', email, password))).toEqual({
      message: 'errorMessage.authLoginError',
      reason: 'errorMessage.challengeUnknown',
      step: 'contact',
    })
    expect(await pending(tab)).toBeUndefined()
    expect(tab.state().status).not.toBe('authenticated')
    expect(device.stored.has('currentUser')).toBe(false)
    vi.restoreAllMocks()
    expect(await tab.signIn('en-GB', email, password)).toMatchObject({ ok: true })
  })

  test('ends a chain that has begun, with the way back to the sign-in', async () => {
    const email = await invite('en-GB')
    const { tab } = openTab()
    await expectChallenge(tab, tab.signIn('en-GB', email, temporaryPassword))
    ask('RIDDLE', {})
    expect(getFailure(await answer(tab, password))).toEqual({
      message: 'errorMessage.authLoginError',
      reason: 'errorMessage.challengeUnknown',
      step: 'contact',
    })
    expect(await pending(tab)).toBeUndefined()
  })
})
