import {
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { challengeMinutes } from '../../src/config/challenge-minutes.ts'
import { getUserPool } from '../shared/settings.ts'
import { callAws, formatUserPoolTarget } from '../testing/call-aws.ts'
import { connectAmplify } from '../testing/connect-amplify.ts'
import { connectOperator, readTotpCode } from '../testing/connect-operator.ts'
import { recordChallenges } from '../testing/record-challenges.ts'
import { createWrongCode, readNewestCode } from '../testing/register.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'
import {
  answer,
  mismatch,
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

describe('an authenticator app', () => {
  test('is set up by a signed-in user, and then asked for', async () => {
    const user = await registerUser(sandbox, 'app')
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
    const { user, secret } = await registerWithTotp(sandbox, 'steps')
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
    const { user, secret } = await registerWithTotp(sandbox, 'replaced')
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
    const { user, secret } = await registerWithTotp(sandbox, 'restarted')
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
    await signIn(await registerUser(sandbox, 'unoffered'))
    await expect(setUpTOTP()).rejects.toMatchObject({
      name: 'SoftwareTokenMFANotFoundException',
      message: 'Software Token MFA has not been enabled by the userPool',
    })
  })
})

describe('a code by email', () => {
  test('is valid for the sign-in that sent it', async () => {
    const user = await registerWithEmailCode(sandbox, 'mail')
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
    sandbox.advance(challengeMinutes * 60_000 - 1)
    await expect(answer(code)).resolves.toEqual(signedIn)
  })

  test('expires with its session', async () => {
    const user = await registerWithEmailCode(sandbox, 'expired')
    await signIn(user)
    sandbox.advance(challengeMinutes * 60_000)
    await expect(answer(await readNewestCode(sandbox, user.username))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    })
  })

  test('works once', async () => {
    const user = await registerWithEmailCode(sandbox, 'once')
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
    const user = await registerUser(sandbox, 'phone', phoneNumber)
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
