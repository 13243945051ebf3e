import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readTotpCode } from '../sandbox/testing/connect-operator.ts'
import { createWrongCode } from '../sandbox/testing/register.ts'
import { getFailure } from './testing/catalogue.ts'
import {
  answer,
  expectChallenge,
  invite,
  names,
  openTab,
  pending,
  reachCode,
  temporaryPassword,
} from './testing/challenges.ts'
import { getOperator, signUp } from './testing/coaches.ts'
import { password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

// Challenges that are refused, lost or given up, and those that this app does not know.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

describe('a challenge that fails', () => {
  const over = { message: 'errorMessage.challengeOver', step: 'sign-in' }

  // One press makes nine attempts: three of the app, each with three of Amplify.
  test.each([
    { times: 1, presses: 1 },
    { times: 9, presses: 2 },
  ])(
    'a new password whose response was lost $times times signs in nevertheless, by press $presses',
    async ({ times, presses }) => {
      const email = await invite(services, 'en-GB')
      const { tab } = openTab(services)
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
      for (let press = 1; press < presses; press += 1)
        expect(getFailure(await answer(tab, password))).toMatchObject({ reason: 'error.network' })
      const result = await answer(tab, password)
      vi.restoreAllMocks()
      expect(lost).toBe(times)
      expect(result).toMatchObject({ ok: true, value: { email } })
    },
  )

  test('a new password that was sent without a connection can be sent again', async () => {
    const email = await invite(services, 'en-GB')
    const { tab } = openTab(services)
    await expectChallenge(tab, tab.signIn('en-GB', email, temporaryPassword))
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    expect(getFailure(await answer(tab, password))).toMatchObject({ reason: 'error.network' })
    vi.restoreAllMocks()
    expect(await answer(tab, password)).toMatchObject({ ok: true, value: { email } })
  })

  test('ends the set-up of an app if the response to its first code was lost, and leads to the sign-in', async () => {
    const operator = getOperator(services, 'en-GB')
    await operator.setPoolMfa('ON', ['totp'])
    const email = await invite(services, 'en-GB')
    const { tab } = openTab(services)
    await expectChallenge(tab, tab.signIn('en-GB', email, temporaryPassword))
    const challenge = await expectChallenge(tab, answer(tab, password))
    if (challenge?.kind !== 'app-setup') throw new Error('There is no key')
    const { fetch } = globalThis
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await fetch(input, init)
      const isCode = new Headers(init?.headers).get('x-amz-target')?.endsWith('.VerifySoftwareToken')
      if (isCode) throw new TypeError('Failed to fetch')
      return response
    })
    const code = readTotpCode(services.sandbox, challenge.secret)
    await answer(tab, code)
    vi.restoreAllMocks()
    expect(getFailure(await answer(tab, code))).toEqual({
      message: 'errorMessage.setUpOver',
      step: 'sign-in',
    })
    await operator.setPoolMfa('OPTIONAL', ['totp', 'email', 'sms'])
  })

  test('is cancelled, so that nothing of it is left in the tab', async () => {
    const { tab, tabText, reload } = await reachCode(services)
    const { cancel } = await tab.loadChallenges()
    await cancel()
    expect(tabText.read()).toBeUndefined()
    expect(getFailure(await answer(reload(), '123456'))).toEqual(over)
  })

  test('is not offered by a page that was reloaded too late', async () => {
    const { device, tab, reload, email } = await reachCode(services)
    device.advance(15 * 60_000)
    // The page that has met the challenge asks the pool.
    expect(await pending(tab)).toBeDefined()
    const { pending: readPending, endExpired } = await reload().loadChallenges()
    expect(readPending()).toBeUndefined()
    expect(await endExpired()).toEqual({ email })
    expect(await endExpired()).toBeUndefined()
  })

  test('asks for a factor that the pool has turned off meanwhile', async () => {
    const { tab, code } = await reachCode(services)
    await getOperator(services, 'en-GB').setPoolMfa('OPTIONAL', ['totp'])
    expect(getFailure(await answer(tab, code))).toEqual(over)
    await getOperator(services, 'en-GB').setPoolMfa('OPTIONAL', ['totp', 'email', 'sms'])
  })

  // The forms require an answer. This test covers an empty one that gets through anyway.
  test('is answered with an empty code: the message is that of its field, and the right code still counts', async () => {
    const { tab, code } = await reachCode(services)
    expect(getFailure(await answer(tab, ''))).toEqual({ message: 'errorMessage.authCodeverify' })
    expect(await answer(tab, code)).toMatchObject({ ok: true })
  })

  // The form offers only factors that the app knows.
  test('rejects a factor that was not offered', async () => {
    const email = await invite(services, 'en-GB', { ...names, phone_number: '+447700900124' })
    await getOperator(services, 'en-GB').call('AdminSetUserMFAPreference', {
      Username: email,
      EmailMfaSettings: { Enabled: true },
      SMSMfaSettings: { Enabled: true },
    })
    const { tab } = openTab(services)
    await expectChallenge(tab, tab.signIn('en-GB', email, temporaryPassword))
    await expectChallenge(tab, answer(tab, password))
    expect(getFailure(await answer(tab, 'PIGEON'))).toEqual(over)
    expect(await pending(tab)).toBeUndefined()
  })

  test('leads to the contact page if an operator disables the account meanwhile', async () => {
    const { tab, code, email } = await reachCode(services)
    await getOperator(services, 'en-GB').call('AdminDisableUser', { Username: email })
    expect(getFailure(await answer(tab, code))).toEqual({
      message: 'errorMessage.authLoginError',
      reason: 'errorMessage.userDisabled',
      step: 'contact',
    })
    expect(await pending(tab)).toBeUndefined()
  })

  test('delays even the right code after five wrong ones', async () => {
    const { tab, code } = await reachCode(services)
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
      const { tab } = openTab(shortLived)
      const email = await invite(shortLived, 'en-GB')
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
  ])('ends the sign-in with a message and a link to the contact page: %s', async (_, name, parameters) => {
    const { device, tab } = openTab(services)
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

  test('ends a sign-in after its first step, with a message and a link to the contact page', async () => {
    const email = await invite(services, 'en-GB')
    const { tab } = openTab(services)
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
