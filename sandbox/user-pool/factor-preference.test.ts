import { fetchMFAPreference, signIn, signOut, updateMFAPreference } from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectAmplify } from '../testing/connect-amplify.ts'
import { connectOperator, readTotpCode } from '../testing/connect-operator.ts'
import { readNewestCode } from '../testing/register.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'
import {
  answer,
  invalidSession,
  registerUser,
  registerWithEmailCode,
  registerWithTotp,
  signedIn,
} from '../testing/users-with-factors.ts'

const startedAt = Date.now()
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ now: () => startedAt })
})
afterAll(() => sandbox.remove())
beforeEach(async () => {
  await connectAmplify(sandbox, 'GB')
  await operator().setPoolMfa('OPTIONAL', ['totp', 'email', 'sms'])
})

const operator = () => connectOperator(sandbox, 'GB')

describe('the preference', () => {
  test.each([
    [{ totp: 'PREFERRED' }, 'User has not verified software token mfa'],
    [{ sms: 'ENABLED' }, 'User does not have delivery config set to turn on SMS_MFA'],
    [{ email: 'PREFERRED', sms: 'PREFERRED' }, 'Only one factor can be set as preferred.'],
  ] as const)('cannot be %o', async (preference, message) => {
    const name = Object.entries(preference).flat().join('-').toLowerCase()
    await signIn(await registerUser(sandbox, name))
    await expect(updateMFAPreference(preference)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message,
    })
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
  })

  test('can be disabled, and changes only the factors that it names', async () => {
    const user = await registerUser(sandbox, 'changes', '+447700900001')
    await signIn(user)
    await updateMFAPreference({ email: 'PREFERRED', sms: 'ENABLED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL', 'SMS'], preferred: 'EMAIL' })
    await updateMFAPreference({ sms: 'NOT_PREFERRED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL', 'SMS'], preferred: 'EMAIL' })
    await updateMFAPreference({ sms: 'PREFERRED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL', 'SMS'], preferred: 'SMS' })
    await updateMFAPreference({ sms: 'ENABLED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL', 'SMS'], preferred: undefined })
    await updateMFAPreference({ email: 'DISABLED', sms: 'DISABLED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
    await signOut()
    await expect(signIn(user)).resolves.toEqual(signedIn)
  })

  test('of an operator needs an enabled factor and a verified address', async () => {
    const { call } = operator()
    const Username = 'unverified@example.com'
    await call('AdminCreateUser', { Username, MessageAction: 'SUPPRESS' })
    const set = (settings: object) => call('AdminSetUserMFAPreference', { Username, ...settings })
    expect(await set({ EmailMfaSettings: { Enabled: true } })).toMatchObject({
      body: {
        __type: 'InvalidParameterException',
        message: 'User does not have delivery config set to turn on EMAIL_OTP',
      },
    })
    expect(await set({ EmailMfaSettings: { Enabled: false, PreferredMfa: true } })).toMatchObject({
      body: {
        __type: 'InvalidParameterException',
        message: 'A factor that is not enabled cannot be set as preferred.',
      },
    })
  })

  test('is asked for in the sign-in if there is none among several factors', async () => {
    const { user, secret } = await registerWithTotp(sandbox, 'several')
    await signIn(user)
    await answer(readTotpCode(sandbox, secret))
    await updateMFAPreference({ totp: 'NOT_PREFERRED', email: 'ENABLED' })
    await signOut()
    sandbox.advance(30_000)

    const asksForChoice = {
      isSignedIn: false,
      nextStep: {
        signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
        allowedMFATypes: ['TOTP', 'EMAIL'],
      },
    }
    await expect(signIn(user)).resolves.toEqual(asksForChoice)
    await expect(answer('SMS')).rejects.toMatchObject(invalidSession)
    await expect(answer('EMAIL')).resolves.toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE' },
    })
    await expect(answer(await readNewestCode(sandbox, user.username))).resolves.toEqual(signedIn)

    await signOut()
    await expect(signIn(user)).resolves.toEqual(asksForChoice)
    await expect(answer('TOTP')).resolves.toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
    })
    await expect(answer(readTotpCode(sandbox, secret))).resolves.toEqual(signedIn)
  })
})

describe('a factor that is turned off during the sign-in', () => {
  test('is refused, by the user or an operator', async () => {
    const user = await registerWithEmailCode(sandbox, 'off-user')
    await signIn(user)
    const code = await readNewestCode(sandbox, user.username)
    await operator().call('AdminSetUserMFAPreference', {
      Username: user.username,
      EmailMfaSettings: { Enabled: false },
    })
    await expect(answer(code)).rejects.toMatchObject(invalidSession)
    await expect(signIn(user)).resolves.toEqual(signedIn)
  })

  test.each([
    ['OFF', []],
    ['OPTIONAL', ['totp']],
  ] as const)('is refused by a pool that becomes %s with %o', async (configuration, factors) => {
    const user = await registerWithEmailCode(sandbox, `off-pool-${configuration.toLowerCase()}`)
    await signIn(user)
    const code = await readNewestCode(sandbox, user.username)
    await operator().setPoolMfa(configuration, factors)
    await expect(answer(code)).rejects.toMatchObject(invalidSession)
    await expect(signIn(user)).resolves.toEqual(signedIn)
  })

  test('is refused for a user who is disabled', async () => {
    const user = await registerWithEmailCode(sandbox, 'disabled')
    await signIn(user)
    await operator().call('AdminDisableUser', { Username: user.username })
    await expect(answer(await readNewestCode(sandbox, user.username))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User is disabled.',
    })
  })
})
