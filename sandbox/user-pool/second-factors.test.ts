import {
  confirmResetPassword,
  confirmSignIn,
  fetchMFAPreference,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUserPool } from '../shared/settings.ts'
import { callAws, formatUserPoolTarget } from '../testing/call-aws.ts'
import { connectAmplify } from '../testing/connect-amplify.ts'
import { connectOperator, enableTotp, readTotpCode } from '../testing/connect-operator.ts'
import { recordChallenges } from '../testing/record-challenges.ts'
import { createWrongCode, readNewestCode, register } from '../testing/register.ts'
import { startTestSandbox } from '../testing/start-test-sandbox.ts'
import type { TestSandbox } from '../testing/start-test-sandbox.ts'

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

const password = 'Winter-2026!'
const operator = () => connectOperator(sandbox, 'GB')
const signedIn = { isSignedIn: true, nextStep: { signInStep: 'DONE' } }
const answer = (challengeResponse: string) => confirmSignIn({ challengeResponse })
const mismatch = { name: 'CodeMismatchException', message: 'Invalid code or auth state for the user.' }
const invalidSession = { name: 'NotAuthorizedException', message: 'Invalid session for the user.' }
const locked = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' }

const registerNew = async (name: string, phoneNumber?: string) => {
  const user = { username: `${name}@example.com`, password }
  await register(sandbox, { ...user, ...(phoneNumber !== undefined && { phoneNumber }) })
  return user
}
/** Creates a user with an authenticator app, and moves on to a time whose codes are unused. */
const registerWithTotp = async (name: string) => {
  const user = await registerNew(name)
  const secret = await enableTotp(sandbox, user)
  sandbox.advance(5 * 30_000)
  return { user, secret }
}
const registerWithEmailCode = async (name: string) => {
  const user = await registerNew(name)
  await operator().enableEmailCode(user.username)
  return user
}

describe('an authenticator app', () => {
  test('is set up by a signed-in user, and then asked for', async () => {
    const user = await registerNew('app')
    await signIn(user)
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
    await expect(updateMFAPreference({ totp: 'ENABLED' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'User has not verified software token mfa',
    })

    const { sharedSecret } = await setUpTOTP()
    expect(sharedSecret).toMatch(/^[A-Z2-7]{52}$/)
    const code = readTotpCode(sandbox, sharedSecret)
    await expect(verifyTOTPSetup({ code: createWrongCode(code) })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
      message: 'Code mismatch and fail enable Software Token MFA',
    })
    await verifyTOTPSetup({ code })
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
    await updateMFAPreference({ totp: 'PREFERRED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' })

    await signOut()
    await expect(signIn(user)).resolves.toEqual({
      isSignedIn: false,
      nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
    })
    await expect(answer(code)).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Your software token has already been used once.',
    })
    await expect(answer(createWrongCode(code))).rejects.toMatchObject(mismatch)
    sandbox.advance(30_000)
    await expect(answer(readTotpCode(sandbox, sharedSecret))).resolves.toEqual(signedIn)
  })

  test('shows codes that work one step early and one step late, and each only once', async () => {
    const { user, secret } = await registerWithTotp('steps')
    const read = (steps: number) => readTotpCode(sandbox, secret, steps)
    await signIn(user)
    await expect(answer(read(-2))).rejects.toMatchObject(mismatch)
    await expect(answer(read(2))).rejects.toMatchObject(mismatch)
    for (const steps of [1, -1, 0]) {
      await signIn(user)
      await expect(answer(read(steps))).resolves.toEqual(signedIn)
      await signOut()
      await signIn(user)
      await expect(answer(read(steps))).rejects.toMatchObject({ name: 'ExpiredCodeException' })
    }
    for (const steps of [1, -1]) {
      await expect(answer(read(steps))).rejects.toMatchObject({ name: 'ExpiredCodeException' })
    }
  })

  test('is replaced only when the new one is verified', async () => {
    const { user, secret } = await registerWithTotp('replaced')
    await signIn(user)
    await answer(readTotpCode(sandbox, secret))
    const { sharedSecret } = await setUpTOTP()
    await signOut()
    await signIn(user)
    sandbox.advance(30_000)
    await expect(answer(readTotpCode(sandbox, secret))).resolves.toEqual(signedIn)

    await verifyTOTPSetup({ code: readTotpCode(sandbox, sharedSecret) })
    await signOut()
    sandbox.advance(30_000)
    await signIn(user)
    await expect(answer(readTotpCode(sandbox, secret))).rejects.toMatchObject(mismatch)
    await expect(answer(readTotpCode(sandbox, sharedSecret))).resolves.toEqual(signedIn)

    await expect(verifyTOTPSetup({ code: '123456' })).rejects.toMatchObject({
      name: 'SoftwareTokenMFANotFoundException',
      message: 'User has not set up software token mfa',
    })
  })

  test('survives a restart, with the codes that were used', async () => {
    const { user, secret } = await registerWithTotp('restarted')
    await signIn(user)
    const used = readTotpCode(sandbox, secret)
    await answer(used)
    await signOut()
    await sandbox.restart()
    await signIn(user)
    await expect(answer(used)).rejects.toMatchObject({ name: 'ExpiredCodeException' })
    await expect(answer(readTotpCode(sandbox, secret, 1))).resolves.toEqual(signedIn)
  })

  test('cannot be set up if the pool does not offer it', async () => {
    await operator().setPoolMfa('OPTIONAL', ['email'])
    await signIn(await registerNew('unoffered'))
    await expect(setUpTOTP()).rejects.toMatchObject({
      name: 'SoftwareTokenMFANotFoundException',
      message: 'Software Token MFA has not been enabled by the userPool',
    })
  })
})

describe('a code by email', () => {
  test('is valid for the sign-in that sent it', async () => {
    const user = await registerWithEmailCode('mail')
    const asksForCode = {
      isSignedIn: false,
      nextStep: {
        signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
        codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'm***@e***' },
      },
    }
    await expect(signIn(user)).resolves.toEqual(asksForCode)
    const [mail] = await sandbox.mailTo(user.username)
    expect(mail).toMatchObject({ subject: 'Your sign-in code', code: expect.stringMatching(/^\d{6}$/) })

    // The code of another sign-in is wrong. Both could be the same by chance.
    const otherCode = mail!.code!
    let code = otherCode
    while (code === otherCode) {
      await signIn(user)
      code = await readNewestCode(sandbox, user.username)
    }
    await expect(answer(otherCode)).rejects.toMatchObject(mismatch)
    sandbox.advance(3 * 60_000 - 1)
    await expect(answer(code)).resolves.toEqual(signedIn)
  })

  test('expires with its session', async () => {
    const user = await registerWithEmailCode('expired')
    await signIn(user)
    sandbox.advance(3 * 60_000)
    await expect(answer(await readNewestCode(sandbox, user.username))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    })
  })

  test('works once', async () => {
    const user = await registerWithEmailCode('once')
    const newestChallenge = recordChallenges()
    await signIn(user)
    const code = await readNewestCode(sandbox, user.username)
    const { Session } = newestChallenge()
    await answer(code)
    expect(
      await callAws(sandbox.addresses().userPool, formatUserPoolTarget('RespondToAuthChallenge'), {
        ClientId: getUserPool('GB').clientId,
        ChallengeName: 'EMAIL_OTP',
        Session,
        ChallengeResponses: { USERNAME: user.username, EMAIL_OTP_CODE: code },
      }),
    ).toMatchObject({
      body: {
        __type: 'NotAuthorizedException',
        message: 'Invalid session for the user, session can only be used once.',
      },
    })
  })
})

describe('a code by text message', () => {
  test('goes to the phone number, in the mailbox', async () => {
    const phoneNumber = '+447700904321'
    const user = await registerNew('phone', phoneNumber)
    await signIn(user)
    await updateMFAPreference({ sms: 'ENABLED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['SMS'], preferred: undefined })
    await signOut()
    await expect(signIn(user)).resolves.toEqual({
      isSignedIn: false,
      nextStep: {
        signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE',
        codeDeliveryDetails: { deliveryMedium: 'SMS', destination: '+*******4321' },
      },
    })
    const code = await readNewestCode(sandbox, phoneNumber)
    await expect(answer(createWrongCode(code))).rejects.toMatchObject(mismatch)
    await expect(answer(code)).resolves.toEqual(signedIn)
  })
})

describe('the preference', () => {
  test.each([
    [{ totp: 'PREFERRED' }, 'User has not verified software token mfa'],
    [{ sms: 'ENABLED' }, 'User does not have delivery config set to turn on SMS_MFA'],
    [{ email: 'PREFERRED', sms: 'PREFERRED' }, 'Only one factor can be set as preferred.'],
  ] as const)('cannot be %o', async (preference, message) => {
    const name = Object.entries(preference).flat().join('-').toLowerCase()
    await signIn(await registerNew(name))
    await expect(updateMFAPreference(preference)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message,
    })
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
  })

  test('can be disabled, and changes only the factors that it names', async () => {
    const user = await registerNew('changes', '+447700900001')
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
    const { user, secret } = await registerWithTotp('several')
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
    const user = await registerWithEmailCode('off-user')
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
    const user = await registerWithEmailCode(`off-pool-${configuration.toLowerCase()}`)
    await signIn(user)
    const code = await readNewestCode(sandbox, user.username)
    await operator().setPoolMfa(configuration, factors)
    await expect(answer(code)).rejects.toMatchObject(invalidSession)
    await expect(signIn(user)).resolves.toEqual(signedIn)
  })

  test('is refused for a user who is disabled', async () => {
    const user = await registerWithEmailCode('disabled')
    await signIn(user)
    await operator().call('AdminDisableUser', { Username: user.username })
    await expect(answer(await readNewestCode(sandbox, user.username))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User is disabled.',
    })
  })
})

describe('guessing codes', () => {
  const guess = async (code: string, times: number) => {
    for (let attempt = 0; attempt < times; attempt += 1) {
      await expect(answer(createWrongCode(code))).rejects.toMatchObject(mismatch)
    }
  }

  test('locks the sign-in, and the right password does not reset the count', async () => {
    const user = await registerWithEmailCode('guess')
    await signIn(user)
    const first = await readNewestCode(sandbox, user.username)
    await guess(first, 5)
    await expect(answer(first)).rejects.toMatchObject(locked)
    await expect(signIn(user)).rejects.toMatchObject(locked)

    sandbox.advance(1000)
    await signIn(user)
    const second = await readNewestCode(sandbox, user.username)
    await guess(second, 1)
    sandbox.advance(2000 - 1)
    await expect(answer(second)).rejects.toMatchObject(locked)
    sandbox.advance(1)
    await expect(answer(second)).resolves.toEqual(signedIn)

    await signOut()
    await signIn(user)
    const third = await readNewestCode(sandbox, user.username)
    await guess(third, 4)
    await expect(answer(third)).resolves.toEqual(signedIn)
  })

  test('stays locked after a reset of the password', async () => {
    const user = await registerWithEmailCode('guess-reset')
    await signIn(user)
    const code = await readNewestCode(sandbox, user.username)
    await guess(code, 5)
    await resetPassword({ username: user.username })
    await confirmResetPassword({
      username: user.username,
      newPassword: password,
      confirmationCode: await readNewestCode(sandbox, user.username),
    })
    await expect(answer(code)).rejects.toMatchObject(locked)
    await expect(signIn(user)).rejects.toMatchObject(locked)
  })

  test('counts over several sessions of an authenticator app', async () => {
    const { user, secret } = await registerWithTotp('guess-app')
    for (let session = 0; session < 5; session += 1) {
      await signIn(user)
      await guess(readTotpCode(sandbox, secret), 1)
    }
    await expect(answer(readTotpCode(sandbox, secret))).rejects.toMatchObject(locked)
    sandbox.advance(1000)
    await expect(answer(readTotpCode(sandbox, secret))).resolves.toEqual(signedIn)
  })
})
