import {
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  fetchUserAttributes,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callAws, formatUserPoolTarget } from '../testing/call-aws.ts'
import { getUserPool, userPools } from '../shared/settings.ts'
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

describe('signing in', () => {
  test.each(userPools)(
    'works by SRP in the pool of $pool',
    async ({ pool, userPoolId, clientId, region }) => {
      await connectAmplify(sandbox, pool)
      const username = `admin.${pool.toLowerCase()}@example.com`
      await expect(signIn({ username, password: 'Barriers-2026!' })).resolves.toMatchObject({
        nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE' },
      })
      const challengeResponse = await newestCode(username)
      await expect(confirmSignIn({ challengeResponse })).resolves.toMatchObject({ isSignedIn: true })
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

  test('reports whether the name or the password is wrong', async () => {
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

  test('refuses to change the account’s address with any token', async () => {
    await register('marta@example.com')
    await signIn({ username: 'marta@example.com', password })
    await expect(
      updateUserAttributes({ userAttributes: { email: 'thief@example.com' } }),
    ).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'user.email: Attribute cannot be updated.',
    })
    expect(await fetchUserAttributes()).toMatchObject({ email: 'marta@example.com' })
  })

  test('slows down guessing, including the right password', async () => {
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
    const clientId = getUserPool('BR').clientId
    await expect(
      callAws(address, formatUserPoolTarget('GetTokensFromRefreshToken'), {
        ClientId: clientId,
        RefreshToken: refreshToken,
      }),
    ).resolves.toMatchObject({
      status: 400,
      body: { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' },
    })
    await expect(
      callAws(address, formatUserPoolTarget('GetUser'), { AccessToken: accessToken }),
    ).resolves.toMatchObject({ body: { message: 'Access Token has been revoked' } })
    await expect(signIn({ username: 'davi@example.com', password })).rejects.toThrow(
      'Incorrect username or password.',
    )
    await expect(signIn({ username: 'davi@example.com', password: 'Outra-2026!' })).resolves.toMatchObject({
      isSignedIn: true,
    })
  })
})
