import { confirmSignIn, fetchUserAttributes, resetPassword, signIn, signOut } from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUserPool, userPools } from '../shared/settings.ts'
import { callAws, formatUserPoolTarget } from '../testing/call-aws.ts'
import { connectAmplify } from '../testing/connect-amplify.ts'
import { connectOperator } from '../testing/connect-operator.ts'
import { recordChallenges } from '../testing/record-challenges.ts'
import { startTestSandbox } from '../testing/start-test-sandbox.ts'
import type { TestSandbox } from '../testing/start-test-sandbox.ts'

const startedAt = Date.now()
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ now: () => startedAt, authSessionSeconds: 60 })
})
afterAll(() => sandbox.remove())
beforeEach(() => connectAmplify(sandbox, 'GB'))

const password = 'Temporary-2026!'
const newPassword = 'Winter-2026!'
const names = { given_name: 'Ana', family_name: 'Souza' }
const operator = () => connectOperator(sandbox, 'GB')

/** Answers a challenge as Amplify would not: with any session, user and pool. */
const respond = (input: object, country: 'GB' | 'BR' = 'GB') =>
  callAws(sandbox.addresses().userPool, formatUserPoolTarget('RespondToAuthChallenge'), {
    ClientId: getUserPool(country).clientId,
    ...input,
  })
const refusal = (type: string, message: string) => ({ status: 400, body: { __type: type, message } })
const invalidSession = refusal('NotAuthorizedException', 'Invalid session for the user.')

/** Signs in an invited user and returns the challenge of the new password. */
const startChallenge = async (email: string, attributes = {}) => {
  await operator().invite({ email, password, attributes })
  const newestChallenge = recordChallenges()
  await signIn({ username: email, password })
  return newestChallenge()
}
const answer = (USERNAME: string, Session: string) => ({
  ChallengeName: 'NEW_PASSWORD_REQUIRED',
  Session,
  ChallengeResponses: {
    USERNAME,
    NEW_PASSWORD: newPassword,
    'userAttributes.given_name': 'Ana',
    'userAttributes.family_name': 'Souza',
  },
})

describe('a temporary password', () => {
  test('is replaced at the first sign-in, with the attributes that are missing', async () => {
    const username = 'new@example.com'
    await operator().invite({ email: username, password })
    await expect(signIn({ username, password })).resolves.toEqual({
      isSignedIn: false,
      nextStep: {
        signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
        missingAttributes: ['given_name', 'family_name'],
      },
    })

    const userAttributes = { ...names }
    await expect(
      confirmSignIn({ challengeResponse: 'weakpassword', options: { userAttributes } }),
    ).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password did not conform with policy: Password must have uppercase characters',
    })
    await expect(
      confirmSignIn({
        challengeResponse: newPassword,
        options: { userAttributes: { given_name: 'Ana' } },
      }),
    ).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Invalid attributes given, family_name is missing',
    })
    await expect(
      confirmSignIn({ challengeResponse: newPassword, options: { userAttributes } }),
    ).resolves.toEqual({ isSignedIn: true, nextStep: { signInStep: 'DONE' } })
    expect(await fetchUserAttributes()).toMatchObject({ email: username, ...names })

    await signOut()
    await expect(signIn({ username, password })).rejects.toThrow('Incorrect username or password.')
    await expect(signIn({ username, password: newPassword })).resolves.toMatchObject({ isSignedIn: true })
  })

  test('comes with the attributes that the user has, which the response cannot change', async () => {
    const email = 'named@example.com'
    const { ChallengeParameters, Session } = await startChallenge(email, { given_name: 'Ana' })
    expect(ChallengeParameters).toEqual({
      USER_ID_FOR_SRP: expect.any(String),
      requiredAttributes: '["userAttributes.family_name"]',
      userAttributes: JSON.stringify({ email, email_verified: 'true', given_name: 'Ana' }),
    })
    expect(await respond(answer(email, Session))).toMatchObject(
      refusal('NotAuthorizedException', 'Cannot modify an already provided given_name'),
    )
    await expect(
      confirmSignIn({
        challengeResponse: newPassword,
        options: { userAttributes: { family_name: 'Souza' } },
      }),
    ).resolves.toMatchObject({ isSignedIn: true })
  })

  test('lets the response write no attribute that a client may not write', async () => {
    const email = 'sly@example.com'
    const { Session } = await startChallenge(email)
    const sly = answer(email, Session)
    const responses = { ...sly.ChallengeResponses, 'userAttributes.email_verified': 'true' }
    expect(await respond({ ...sly, ChallengeResponses: responses })).toMatchObject(
      refusal('NotAuthorizedException', 'A client attempted to write unauthorized attribute'),
    )
  })

  test('expires after seven days', async () => {
    const username = 'late@example.com'
    await operator().invite({ email: username, password })
    sandbox.advance(7 * 24 * 3_600_000 - 1)
    await expect(signIn({ username, password })).resolves.toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED' },
    })
    sandbox.advance(1)
    await expect(signIn({ username, password: 'Wrong-2026!' })).rejects.toThrow(
      'Incorrect username or password.',
    )
    await expect(signIn({ username, password })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Temporary password has expired and must be reset by an administrator.',
    })
  })

  test('cannot be reset with a code', async () => {
    const username = 'forgetful@example.com'
    await operator().invite({ email: username, password })
    await expect(resetPassword({ username })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User password cannot be reset in the current state.',
    })
    expect(await sandbox.mailTo(username)).toEqual([])
  })

  test.each(userPools)('of the invited demo account in the pool of $pool never expires', async ({ pool }) => {
    await connectAmplify(sandbox, pool)
    sandbox.advance(365 * 24 * 3_600_000)
    const username = `invited.${pool.toLowerCase()}@example.com`
    await expect(signIn({ username, password: 'Barriers-2026!' })).resolves.toMatchObject({
      nextStep: { missingAttributes: ['given_name', 'family_name'] },
    })
  })
})

describe('the session of a challenge', () => {
  test('works once', async () => {
    const email = 'once@example.com'
    const { Session } = await startChallenge(email)
    expect(await respond(answer(email, Session))).toMatchObject({
      status: 200,
      body: { AuthenticationResult: { TokenType: 'Bearer' } },
    })
    expect(await respond(answer(email, Session))).toMatchObject(
      refusal('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
    )
  })

  test('works once even if two right responses arrive at the same time', async () => {
    const email = 'twice@example.com'
    const { Session } = await startChallenge(email)
    const responses = await Promise.all([1, 2].map(() => respond(answer(email, Session))))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('expires after the time that the pool allows', async () => {
    const email = 'slow@example.com'
    const { Session } = await startChallenge(email)
    sandbox.advance(60_000 - 1)
    const weak = { USERNAME: email, NEW_PASSWORD: 'weakpassword' }
    expect(await respond({ ...answer(email, Session), ChallengeResponses: weak })).toMatchObject({
      body: { __type: 'InvalidPasswordException' },
    })
    sandbox.advance(1)
    expect(await respond(answer(email, Session))).toMatchObject(
      refusal('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
    )
  })

  test('is unknown if it was made up, after a restart, and in another pool', async () => {
    const email = 'restarted@example.com'
    const { Session } = await startChallenge(email)
    expect(await respond(answer(email, 'x'.repeat(64)))).toMatchObject(invalidSession)
    expect(await respond(answer(email, Session), 'BR')).toMatchObject(invalidSession)
    await sandbox.restart()
    expect(await respond(answer(email, Session))).toMatchObject(invalidSession)
  })

  test('belongs to one user and one challenge', async () => {
    const { Session } = await startChallenge('owner@example.com')
    expect(await respond(answer('coach.gb@example.com', Session))).toMatchObject(invalidSession)
    expect(
      await respond({
        ChallengeName: 'EMAIL_OTP',
        Session,
        ChallengeResponses: { USERNAME: 'owner@example.com', EMAIL_OTP_CODE: '123456' },
      }),
    ).toMatchObject(invalidSession)
    expect(await respond(answer('owner@example.com', Session))).toMatchObject({ status: 200 })
  })

  test('ends when another sign-in has set the new password', async () => {
    const email = 'parallel@example.com'
    await operator().invite({ email, password })
    const newestChallenge = recordChallenges()
    await signIn({ username: email, password })
    const first = newestChallenge()
    await signIn({ username: email, password })
    expect(await respond(answer(email, newestChallenge().Session))).toMatchObject({ status: 200 })
    expect(await respond(answer(email, first.Session))).toMatchObject(invalidSession)
  })

  test.each([
    [
      { ChallengeName: 'NEW_PASSWORD_REQUIRED' },
      "'session' failed to satisfy constraint: Member must not be",
    ],
    [{ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: 'short' }, 'greater than or equal to 20'],
    [{ ChallengeName: 'CUSTOM_CHALLENGE' }, "'challengeName' failed to satisfy constraint"],
  ])('is required by %o', async (input, message) => {
    const ChallengeResponses = { USERNAME: 'ana@example.com', NEW_PASSWORD: newPassword }
    expect(await respond({ ChallengeResponses, ...input })).toMatchObject({
      body: { __type: 'InvalidParameterException', message: expect.stringContaining(message) },
    })
  })
})
