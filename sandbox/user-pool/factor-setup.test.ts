import { confirmSignIn, fetchMFAPreference, fetchUserAttributes, signIn, signOut } from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUserPool } from '../shared/settings.ts'
import { callAws, formatUserPoolTarget } from '../testing/call-aws.ts'
import { connectAmplify } from '../testing/connect-amplify.ts'
import { connectOperator, readTotpCode } from '../testing/connect-operator.ts'
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
  await connectAmplify(sandbox, 'MX')
  await operator().setPoolMfa('ON', ['totp', 'email', 'sms'])
})

const password = 'Nueva-2026!'
const operator = () => connectOperator(sandbox, 'MX')
const signedIn = { isSignedIn: true, nextStep: { signInStep: 'DONE' } }
const answer = (challengeResponse: string) => confirmSignIn({ challengeResponse })
const registerNew = async (name: string) => {
  const user = { username: `${name}@example.com`, password }
  await register(sandbox, user)
  return user
}
/** Returns the secret that Amplify shows a user who sets up an authenticator app. */
const readSecret = ({ nextStep }: Awaited<ReturnType<typeof signIn>>): string =>
  nextStep.signInStep === 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP' ? nextStep.totpSetupDetails.sharedSecret : 'none'
const call = (operation: string, input: object) =>
  callAws(sandbox.addresses().userPool, formatUserPoolTarget(operation), input)
const answerSetUp = (Session: string, USERNAME: string, more: object = {}) =>
  call('RespondToAuthChallenge', {
    ClientId: getUserPool('MX').clientId,
    ChallengeName: 'MFA_SETUP',
    Session,
    ChallengeResponses: { USERNAME, ...more },
  })
const refusal = (type: string, message: string) => ({ status: 400, body: { __type: type, message } })
const invalidSession = refusal('NotAuthorizedException', 'Invalid session for the user.')

describe('a pool that requires a second factor', () => {
  test('lets a user set up an authenticator app', async () => {
    const user = await registerNew('app')
    await expect(signIn(user)).resolves.toEqual({
      isSignedIn: false,
      nextStep: {
        signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
        allowedMFATypes: ['TOTP', 'EMAIL'],
      },
    })
    const secret = readSecret(await answer('TOTP'))
    const code = readTotpCode(sandbox, secret)
    await expect(answer(createWrongCode(code))).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
      message: 'Code mismatch and fail enable Software Token MFA',
    })
    await expect(answer(code)).resolves.toEqual(signedIn)
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' })

    await signOut()
    await expect(signIn(user)).resolves.toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
    })
    await expect(answer(readTotpCode(sandbox, secret, 1))).resolves.toEqual(signedIn)
  })

  test('lets a user set up codes by email, only to the own address', async () => {
    const user = await registerNew('mail')
    await signIn(user)
    await expect(answer('EMAIL')).resolves.toMatchObject({
      nextStep: { signInStep: 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP' },
    })
    await expect(answer('thief@example.com')).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'user.email: Attribute cannot be updated.',
    })
    await expect(answer('Mail@example.com')).resolves.toEqual({
      isSignedIn: false,
      nextStep: {
        signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
        codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'm***@e***' },
      },
    })
    const code = await readNewestCode(sandbox, user.username)
    await expect(answer(createWrongCode(code))).rejects.toMatchObject({ name: 'CodeMismatchException' })
    await expect(answer(code)).resolves.toEqual(signedIn)
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL'], preferred: 'EMAIL' })
  })

  test('offers only the factors of the pool', async () => {
    await operator().setPoolMfa('ON', ['email', 'sms'])
    await expect(signIn(await registerNew('only-mail'))).resolves.toMatchObject({
      nextStep: { signInStep: 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP' },
    })
    await operator().setPoolMfa('ON', ['totp'])
    await expect(signIn(await registerNew('only-app'))).resolves.toMatchObject({
      nextStep: { signInStep: 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP' },
    })
  })

  test('asks an invited user for a new password first, and then for the set-up', async () => {
    const username = 'chain@example.com'
    await connectOperator(sandbox, 'MX').call('AdminCreateUser', {
      Username: username,
      TemporaryPassword: 'Primera-2026!',
    })
    await signIn({ username, password: 'Primera-2026!' })
    const userAttributes = { given_name: 'Ana', family_name: 'Souza' }
    await expect(
      confirmSignIn({ challengeResponse: password, options: { userAttributes } }),
    ).resolves.toMatchObject({ nextStep: { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION' } })
    await answer('EMAIL')
    await answer(username)
    await expect(answer(await readNewestCode(sandbox, username))).resolves.toEqual(signedIn)
    // The code has proven the address, which the operator did not.
    expect(await fetchUserAttributes()).toMatchObject({ email_verified: 'true' })
  })

  test('asks an invited user with a factor for the new password and then for the code', async () => {
    const username = 'chain-code@example.com'
    await operator().invite({
      email: username,
      password: 'Primera-2026!',
      attributes: { given_name: 'Ana', family_name: 'Souza' },
    })
    await operator().enableEmailCode(username)
    await expect(signIn({ username, password: 'Primera-2026!' })).resolves.toMatchObject({
      nextStep: { missingAttributes: [] },
    })
    expect(await sandbox.mailTo(username)).toEqual([])
    await expect(answer(password)).resolves.toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE' },
    })
    await expect(answer(await readNewestCode(sandbox, username))).resolves.toEqual(signedIn)
  })
})

describe('the session of a set-up', () => {
  /** Signs in a user without a factor. Returns the challenge MFA_SETUP. */
  const startSetUp = async (name: string) => {
    const { username } = await registerNew(name)
    const newestChallenge = recordChallenges()
    await signIn({ username, password })
    const { Session, ChallengeParameters } = newestChallenge()
    return { username, Session, ChallengeParameters }
  }

  test('needs a verified app', async () => {
    const { username, Session, ChallengeParameters } = await startSetUp('unverified')
    expect(ChallengeParameters).toMatchObject({ MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' })
    const unverified = refusal('InvalidParameterException', 'User has not verified software token mfa')
    expect(await answerSetUp(Session, username)).toMatchObject(unverified)
    expect(await call('VerifySoftwareToken', { Session, UserCode: '123456' })).toMatchObject(
      refusal('SoftwareTokenMFANotFoundException', 'User has not set up software token mfa'),
    )

    const { body } = await call('AssociateSoftwareToken', { Session })
    const associated = body as { SecretCode: string; Session: string }
    expect(await answerSetUp(associated.Session, username)).toMatchObject(unverified)
    expect(await call('AssociateSoftwareToken', { Session })).toMatchObject(
      refusal('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
    )

    const UserCode = readTotpCode(sandbox, associated.SecretCode)
    const verification = await call('VerifySoftwareToken', { Session: associated.Session, UserCode })
    const verified = verification.body as { Status: string; Session: string }
    expect(verified.Status).toBe('SUCCESS')
    expect(await answerSetUp(verified.Session, username)).toMatchObject({
      body: { AuthenticationResult: { TokenType: 'Bearer' } },
    })
  })

  test('is refused if the pool has stopped offering the factor', async () => {
    const { username, Session } = await startSetUp('stopped')
    await operator().setPoolMfa('ON', ['totp'])
    expect(await answerSetUp(Session, username, { EMAIL: username })).toMatchObject(invalidSession)
    await operator().setPoolMfa('ON', ['email'])
    expect(await answerSetUp(Session, username)).toMatchObject(invalidSession)
    expect(await call('AssociateSoftwareToken', { Session })).toMatchObject(
      refusal('SoftwareTokenMFANotFoundException', 'Software Token MFA has not been enabled by the userPool'),
    )
  })

  test('is refused if the pool has turned off the factor whose code was sent', async () => {
    const { username } = await startSetUp('stopped-code')
    await answer('EMAIL')
    await answer(username)
    await operator().setPoolMfa('OFF', [])
    await expect(answer(await readNewestCode(sandbox, username))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user.',
    })
  })

  test('is refused if another sign-in has set up a factor', async () => {
    const { username } = await registerNew('thief')
    const newestChallenge = recordChallenges()
    const startSession = async () => {
      await signIn({ username, password })
      return newestChallenge().Session
    }
    const [first, second] = [await startSession(), await startSession()]
    const associated = await call('AssociateSoftwareToken', { Session: second })
    const { SecretCode, Session } = associated.body as { SecretCode: string; Session: string }

    await operator().enableEmailCode(username)
    expect(await answerSetUp(first, username, { EMAIL: username })).toMatchObject(invalidSession)
    expect(await call('AssociateSoftwareToken', { Session: first })).toMatchObject(invalidSession)
    const UserCode = readTotpCode(sandbox, SecretCode)
    expect(await call('VerifySoftwareToken', { Session, UserCode })).toMatchObject(invalidSession)
  })

  test('is refused with the right code if another sign-in has set up a factor', async () => {
    const { username } = await startSetUp('thief-code')
    await answer('EMAIL')
    await answer(username)
    await operator().enableEmailCode(username)
    await expect(answer(await readNewestCode(sandbox, username))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user.',
    })
  })

  test('is not that of another challenge, and AssociateSoftwareToken needs one', async () => {
    const username = 'other@example.com'
    await operator().invite({ email: username, password })
    const newestChallenge = recordChallenges()
    await signIn({ username, password })
    const { Session } = newestChallenge()
    expect(await call('AssociateSoftwareToken', { Session })).toMatchObject(invalidSession)
    expect(await call('AssociateSoftwareToken', { Session: 'x'.repeat(64) })).toMatchObject(invalidSession)
    expect(await call('AssociateSoftwareToken', {})).toMatchObject({
      body: {
        __type: 'InvalidParameterException',
        message: expect.stringContaining('Member must have AccessToken or Session'),
      },
    })
  })
})
