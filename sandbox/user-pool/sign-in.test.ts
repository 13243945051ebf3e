import {
  confirmSignUp,
  fetchAuthSession,
  fetchUserAttributes,
  resendSignUpCode,
  signIn,
  signOut,
  signUp,
  updatePassword,
} from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callAws, userPoolTarget } from '../testing/call-aws.ts'
import { userPools } from '../pools.ts'
import { startTestSandbox } from '../testing/start-test-sandbox.ts'
import type { TestSandbox } from '../testing/start-test-sandbox.ts'
import { connectAmplify, storedTokens } from '../testing/connect-amplify.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.remove())
beforeEach(() => connectAmplify(sandbox, 'BR'))

const password = 'Treino-2026!'
const userAttributes = { given_name: 'Ana', family_name: 'Souza' }
const newestCode = async (email: string) => (await sandbox.mailTo(email))[0]?.code ?? 'none'

const register = async (email: string) => {
  await signUp({ username: email, password, options: { userAttributes: { email, ...userAttributes } } })
  await confirmSignUp({ username: email, confirmationCode: await newestCode(email) })
}

describe('signing up', () => {
  test('mails a code in the language of the pool, and the code confirms', async () => {
    const email = 'ana@example.com'
    const signedUp = await signUp({ username: email, password, options: { userAttributes: { email } } })
    expect(signedUp).toMatchObject({
      isSignUpComplete: false,
      nextStep: {
        signUpStep: 'CONFIRM_SIGN_UP',
        codeDeliveryDetails: { destination: 'a***@e***', deliveryMedium: 'EMAIL' },
      },
    })
    const [mail] = await sandbox.mailTo(email)
    expect(mail).toMatchObject({ to: email, subject: 'Confirme seu e-mail' })
    expect(mail!.code).toMatch(/^\d{6}$/)
    expect(mail!.text).toContain(mail!.code)

    await expect(signIn({ username: email, password })).resolves.toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    })
    await expect(confirmSignUp({ username: email, confirmationCode: mail!.code! })).resolves.toMatchObject({
      isSignUpComplete: true,
    })
    await expect(signIn({ username: 'ANA@example.com', password })).resolves.toMatchObject({
      isSignedIn: true,
    })
  })

  test('is refused for a name that exists, confirmed or not', async () => {
    const again = { username: 'twice@example.com', password }
    await signUp(again)
    await expect(signUp(again)).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'An account with the given email already exists.',
    })
  })

  test.each([
    ['Ab1!', 'InvalidParameterException', 'Member must have length greater than or equal to 6'],
    ['Abc-12!', 'InvalidPasswordException', 'Password not long enough'],
    ['barriers-2026!', 'InvalidPasswordException', 'Password must have uppercase characters'],
    ['BARRIERS-2026!', 'InvalidPasswordException', 'Password must have lowercase characters'],
    ['Barriers-now!', 'InvalidPasswordException', 'Password must have numeric characters'],
    ['Barriers2026', 'InvalidPasswordException', 'Password must have symbol characters'],
  ])('refuses the password %s', async (weak, name, complaint) => {
    await expect(signUp({ username: 'weak@example.com', password: weak })).rejects.toMatchObject({
      name,
      message: expect.stringContaining(complaint),
    })
    expect(await sandbox.mailTo('weak@example.com')).toEqual([])
  })

  test('refuses a name that is no e-mail address and attributes that are not the person’s to set', async () => {
    await expect(signUp({ username: 'ana', password })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Username should be an email.',
    })
    const options = { userAttributes: { email_verified: 'true' } }
    await expect(signUp({ username: 'sly@example.com', password, options })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
  })
})

describe('confirming', () => {
  test('refuses a wrong code, an old code after a new one was sent, and a code after a day', async () => {
    const email = 'codes@example.com'
    await signUp({ username: email, password })
    const first = await newestCode(email)
    const other = first === '000000' ? '000001' : '000000'
    await expect(confirmSignUp({ username: email, confirmationCode: other })).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    })

    await resendSignUpCode({ username: email })
    const second = await newestCode(email)
    expect(await sandbox.mailTo(email)).toHaveLength(2)
    await expect(confirmSignUp({ username: email, confirmationCode: first })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    })

    sandbox.advance(24 * 3_600_000)
    await expect(confirmSignUp({ username: email, confirmationCode: second })).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    })
    await resendSignUpCode({ username: email })
    await confirmSignUp({ username: email, confirmationCode: await newestCode(email) })
    await expect(resendSignUpCode({ username: email })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'User is already confirmed.',
    })
  })

  test('stops a machine that tries every code', async () => {
    const email = 'guess@example.com'
    await signUp({ username: email, password })
    const right = await newestCode(email)
    const wrong = right === '111111' ? '222222' : '111111'
    for (let attempt = 0; attempt < 15; attempt += 1) {
      await expect(confirmSignUp({ username: email, confirmationCode: wrong })).rejects.toMatchObject({
        name: 'CodeMismatchException',
      })
    }
    await expect(confirmSignUp({ username: email, confirmationCode: right })).rejects.toMatchObject({
      name: 'LimitExceededException',
    })
    sandbox.advance(4 * 60_000)
    await confirmSignUp({ username: email, confirmationCode: right })
  })
})

describe('signing in', () => {
  test.each(userPools)(
    'works by SRP in the pool of $country',
    async ({ country, userPoolId, clientId, region }) => {
      await connectAmplify(sandbox, country)
      const username = `admin.${country.toLowerCase()}@example.com`
      await expect(signIn({ username, password: 'Barriers-2026!' })).resolves.toMatchObject({
        isSignedIn: true,
      })
      const { tokens, credentials, identityId, userSub } = await fetchAuthSession()
      expect(tokens!.idToken!.payload).toMatchObject({
        iss: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`,
        aud: clientId,
        token_use: 'id',
        email: username,
        email_verified: true,
        given_name: 'Demo',
        family_name: 'Admin',
        sub: userSub,
        'cognito:username': userSub,
        'cognito:groups': ['admin'],
      })
      expect(tokens!.accessToken.payload).toMatchObject({
        client_id: clientId,
        token_use: 'access',
        sub: userSub,
        origin_jti: tokens!.idToken!.payload['origin_jti'],
        'cognito:groups': ['admin'],
      })
      expect(identityId).toMatch(/^us-east-1:[0-9a-f-]{36}$/)
      expect(credentials).toMatchObject({ accessKeyId: expect.stringMatching(/^ASIA[0-9A-F]{16}$/) })
    },
  )

  test('says which of the name and the password is wrong', async () => {
    await register('carla@example.com')
    await expect(signIn({ username: 'carla@example.com', password: 'Wrong-2026!' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    })
    await expect(signIn({ username: 'nobody@example.com', password })).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    })
    await expect(signIn({ username: 'carla@example.com', password })).resolves.toMatchObject({
      isSignedIn: true,
    })
    expect(await fetchUserAttributes()).toMatchObject({ email: 'carla@example.com', given_name: 'Ana' })
  })

  test('slows down guessing, the right password included', async () => {
    await register('locked@example.com')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(signIn({ username: 'locked@example.com', password: 'Wrong-2026!' })).rejects.toThrow(
        'Incorrect username or password.',
      )
    }
    await expect(signIn({ username: 'locked@example.com', password })).rejects.toThrow(
      'Password attempts exceeded',
    )
    sandbox.advance(1000)
    await expect(signIn({ username: 'locked@example.com', password })).resolves.toMatchObject({
      isSignedIn: true,
    })
  })

  test('lasts through refreshes until everything is signed out', async () => {
    await register('davi@example.com')
    await signIn({ username: 'davi@example.com', password })
    const before = await fetchAuthSession()
    sandbox.advance(2000)
    const after = await fetchAuthSession({ forceRefresh: true })
    expect(after.tokens!.accessToken.payload['jti']).not.toBe(before.tokens!.accessToken.payload['jti'])
    expect(after.tokens!.accessToken.payload['auth_time']).toBe(
      before.tokens!.accessToken.payload['auth_time'],
    )
    expect(after.identityId).toBe(before.identityId)

    await expect(
      updatePassword({ oldPassword: 'Wrong-2026!', newPassword: 'Outra-2026!' }),
    ).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
    await updatePassword({ oldPassword: password, newPassword: 'Outra-2026!' })
    await expect(fetchAuthSession({ forceRefresh: true })).resolves.toHaveProperty('tokens.idToken')

    const { refreshToken, accessToken } = storedTokens()
    await signOut({ global: true })
    const address = sandbox.addresses().userPool
    const clientId = userPools[0].clientId
    await expect(
      callAws(address, userPoolTarget('GetTokensFromRefreshToken'), {
        ClientId: clientId,
        RefreshToken: refreshToken,
      }),
    ).resolves.toMatchObject({
      status: 400,
      body: { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' },
    })
    await expect(
      callAws(address, userPoolTarget('GetUser'), { AccessToken: accessToken }),
    ).resolves.toMatchObject({ body: { message: 'Access Token has been revoked' } })
    await expect(signIn({ username: 'davi@example.com', password })).rejects.toThrow(
      'Incorrect username or password.',
    )
    await expect(signIn({ username: 'davi@example.com', password: 'Outra-2026!' })).resolves.toMatchObject({
      isSignedIn: true,
    })
  })
})
