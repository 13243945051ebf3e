import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readTotpCode } from '../sandbox/testing/connect-operator.ts'
import { showAmplifyTab } from './testing/amplify-tab.ts'
import { getFailure } from './testing/catalogue.ts'
import { answer, expectChallenge, invite, openTab, pending, temporaryPassword } from './testing/challenges.ts'
import { getOperator, signUp } from './testing/coaches.ts'
import { password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

// How long a reloaded page can answer a challenge. Here a reload also makes Amplify start again with what it
// has stored for the tab, and device, server and pool have one clock.

let services: RunningServices
beforeAll(async () => {
  // Only forwards, because the server limits requests by this clock too.
  vi.useFakeTimers({ toFake: ['Date'] })
  services = await startServices()
})
afterEach(() => vi.unstubAllGlobals())
afterAll(async () => {
  await services.close()
  vi.useRealTimers()
})

const wait = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

/** A page at the sign-in form, in a tab that can be reloaded. */
const openReloadable = () => {
  const amplify = showAmplifyTab()
  const { tab, reload } = openTab(services)
  return {
    tab,
    listAmplifyKeys: amplify.listKeys,
    reload: () => {
      amplify.reload()
      return reload()
    },
  }
}

describe('a page that is reloaded during a challenge', () => {
  /** A coach whose account asks for a code by email, at the step with the code. */
  const reachCode = async () => {
    const email = await signUp(services, 'en-GB')
    await getOperator(services, 'en-GB').enableEmailCode(email)
    const page = openReloadable()
    await expectChallenge(page.tab, page.tab.signIn('en-GB', email, password))
    return { ...page, email, code: await services.codeFor(email) }
  }

  test.each([0, 10, 14.9])('can answer after %d minutes', async (minutes) => {
    const { reload, code, email } = await reachCode()
    wait(minutes)
    expect(await answer(reload(), code)).toMatchObject({ ok: true, value: { email } })
  })

  test('can answer 10 minutes after each step', async () => {
    await getOperator(services, 'en-GB').setPoolMfa('ON', ['totp'])
    try {
      const email = await invite(services, 'en-GB')
      const { tab, reload } = openReloadable()
      await expectChallenge(tab, tab.signIn('en-GB', email, temporaryPassword))
      wait(10)
      const second = reload()
      const challenge = await expectChallenge(second, answer(second, password))
      if (challenge?.kind !== 'app-setup') throw new Error('There is no key')
      wait(10)
      const code = readTotpCode(services.sandbox, challenge.secret)
      expect(await answer(reload(), code)).toMatchObject({ ok: true, value: { email } })
    } finally {
      await getOperator(services, 'en-GB').setPoolMfa('OPTIONAL', ['totp', 'email', 'sms'])
    }
  })

  test('is told after 15 minutes to start the sign-in again', async () => {
    const { reload, code } = await reachCode()
    wait(15)
    const page = reload()
    expect(await pending(page)).toBeUndefined()
    expect(getFailure(await answer(page, code))).toEqual({
      message: 'errorMessage.challengeOver',
      step: 'sign-in',
    })
  })

  test('finds nothing in the tab once the sign-in is complete or given up', async () => {
    const completed = await reachCode()
    expect(await answer(completed.reload(), completed.code)).toMatchObject({ ok: true })
    expect(completed.listAmplifyKeys()).toEqual([])
    const cancelled = await reachCode()
    expect(cancelled.listAmplifyKeys()).toContain('CognitoSignInState.expiry')
    const { cancel } = await cancelled.tab.loadChallenges()
    await cancel()
    expect(cancelled.listAmplifyKeys()).toEqual([])
  })
})
