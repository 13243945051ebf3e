import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  fetchUserAttributes,
  resetPassword,
  signIn,
  signOut,
} from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUserPool } from '../shared/settings.ts'
import { callAws, formatUserPoolTarget } from '../testing/call-aws.ts'
import { connectAmplify, storedTokens } from '../testing/connect-amplify.ts'
import { connectOperator, operatorHeaders } from '../testing/connect-operator.ts'
import { readNewestCode, register } from '../testing/register.ts'
import { startTestSandbox } from '../testing/start-test-sandbox.ts'
import type { TestSandbox } from '../testing/start-test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.remove())
beforeEach(() => connectAmplify(sandbox, 'BR'))

const password = 'Treino-2026!'
const call = (operation: string, input: object) => connectOperator(sandbox, 'BR').call(operation, input)
const refusal = (type: string, message: string) => ({ status: 400, body: { __type: type, message } })
const asksForNewPassword = { nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED' } }

describe('only an operator', () => {
  const operations = [
    'AdminCreateUser',
    'AdminResetUserPassword',
    'AdminAddUserToGroup',
    'AdminDisableUser',
    'AdminEnableUser',
    'AdminSetUserMFAPreference',
    'UpdateUserPool',
    'SetUserPoolMfaConfig',
    'GetUserPoolMfaConfig',
  ]
  const callWith = (operation: string, headers: Record<string, string>) =>
    callAws(
      sandbox.addresses().userPool,
      formatUserPoolTarget(operation),
      { UserPoolId: getUserPool('BR').userPoolId, Username: 'coach.br@example.com' },
      headers,
    )

  test.each(operations)('calls %s: a signature is required', async (operation) => {
    expect(await callWith(operation, {})).toMatchObject(
      refusal('MissingAuthenticationTokenException', 'Missing Authentication Token'),
    )
    expect(await callWith(operation, { authorization: 'Bearer token' })).toMatchObject({ status: 400 })
  })

  test.each(operations)('calls %s: a web page cannot', async (operation) => {
    expect(await callWith(operation, { ...operatorHeaders, origin: 'http://evil.example' })).toMatchObject({
      status: 400,
      body: { __type: 'AccessDeniedException' },
    })
  })

  test('names a pool and a user that exist', async () => {
    expect(await call('AdminDisableUser', { UserPoolId: 'us-east-1_None', Username: 'a' })).toMatchObject(
      refusal('ResourceNotFoundException', 'User pool us-east-1_None does not exist.'),
    )
    expect(await call('AdminDisableUser', { Username: 'nobody@example.com' })).toMatchObject(
      refusal('UserNotFoundException', 'User does not exist.'),
    )
  })
})

describe('AdminCreateUser', () => {
  test('mails a generated password, which works', async () => {
    const username = 'invited@example.com'
    const { status, body } = await call('AdminCreateUser', {
      Username: 'Invited@example.com',
      UserAttributes: [
        { Name: 'email', Value: username },
        { Name: 'given_name', Value: 'Ana' },
      ],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      User: {
        Username: expect.stringMatching(/^[0-9a-f-]{36}$/),
        Attributes: [
          { Name: 'sub' },
          { Name: 'email', Value: username },
          { Name: 'email_verified', Value: 'false' },
          { Name: 'given_name', Value: 'Ana' },
        ],
        Enabled: true,
        UserStatus: 'FORCE_CHANGE_PASSWORD',
      },
    })
    const [mail] = await sandbox.mailTo(username)
    expect(mail).toMatchObject({ subject: 'Sua conta no Quebrando Barreiras', language: 'pt' })
    expect(mail!.text).toContain(mail!.code)
    await expect(signIn({ username, password: mail!.code! })).resolves.toMatchObject(asksForNewPassword)
  })

  test('mails the password of the operator, or nothing', async () => {
    const input = { TemporaryPassword: password }
    await call('AdminCreateUser', { Username: 'told@example.com', ...input })
    expect(await readNewestCode(sandbox, 'told@example.com')).toBe(password)
    await call('AdminCreateUser', { Username: 'quiet@example.com', ...input, MessageAction: 'SUPPRESS' })
    expect(await sandbox.mailTo('quiet@example.com')).toEqual([])
    await expect(signIn({ username: 'quiet@example.com', password })).resolves.toMatchObject(
      asksForNewPassword,
    )
  })

  test('sends an expired password again', async () => {
    const username = 'again@example.com'
    await call('AdminCreateUser', { Username: username })
    const first = await readNewestCode(sandbox, username)
    sandbox.advance(7 * 24 * 3_600_000)
    await expect(signIn({ username, password: first })).rejects.toThrow('Temporary password has expired')
    expect(await call('AdminCreateUser', { Username: username, MessageAction: 'RESEND' })).toMatchObject({
      status: 200,
    })
    const second = await readNewestCode(sandbox, username)
    await expect(signIn({ username, password: first })).rejects.toThrow('Incorrect username or password.')
    await expect(signIn({ username, password: second })).resolves.toMatchObject(asksForNewPassword)
  })

  test.each([
    [{ Username: 'coach.br@example.com' }, 'UsernameExistsException', 'User account already exists'],
    [{ Username: 'ana' }, 'InvalidParameterException', 'Username should be an email.'],
    [
      { TemporaryPassword: 'weakpassword' },
      'InvalidPasswordException',
      'Password did not conform with policy: Password must have uppercase characters',
    ],
    [
      { UserAttributes: [{ Name: 'phone_number', Value: '11 98765' }] },
      'InvalidParameterException',
      'Invalid phone number format.',
    ],
    [{ MessageAction: 'RESEND' }, 'UserNotFoundException', 'User does not exist.'],
    [
      { Username: 'coach.br@example.com', MessageAction: 'RESEND' },
      'UnsupportedUserStateException',
      'Resend not possible. User status is not FORCE_CHANGE_PASSWORD',
    ],
  ])('refuses %o', async (input, type, message) => {
    expect(await call('AdminCreateUser', { Username: 'unborn@example.com', ...input })).toMatchObject(
      refusal(type, message),
    )
    await expect(signIn({ username: 'unborn@example.com', password })).rejects.toMatchObject({
      name: 'UserNotFoundException',
    })
  })
})

describe('AdminResetUserPassword', () => {
  test('stops every password until a code has set a new one', async () => {
    const username = 'reset@example.com'
    await register(sandbox, { username, password })
    expect(await call('AdminResetUserPassword', { Username: username })).toMatchObject({ status: 200 })
    for (const attempt of [password, 'Wrong-2026!']) {
      await expect(signIn({ username, password: attempt })).resolves.toEqual({
        isSignedIn: false,
        nextStep: { signInStep: 'RESET_PASSWORD' },
      })
    }
    const newPassword = 'Outra-2026!'
    await confirmResetPassword({
      username,
      newPassword,
      confirmationCode: await readNewestCode(sandbox, username),
    })
    await expect(signIn({ username, password: newPassword })).resolves.toMatchObject({ isSignedIn: true })
  })

  test('says PasswordResetRequiredException, and accepts a code that the user asks for', async () => {
    const username = 'asks@example.com'
    await register(sandbox, { username, password })
    await call('AdminResetUserPassword', { Username: username })
    expect(
      await callAws(sandbox.addresses().userPool, formatUserPoolTarget('InitiateAuth'), {
        ClientId: getUserPool('BR').clientId,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: username, SRP_A: 'abc' },
      }),
    ).toMatchObject(refusal('PasswordResetRequiredException', 'Password reset required for the user'))

    await resetPassword({ username })
    await confirmResetPassword({
      username,
      newPassword: password,
      confirmationCode: await readNewestCode(sandbox, username),
    })
    await expect(signIn({ username, password })).resolves.toMatchObject({ isSignedIn: true })
  })

  test('refuses a temporary password and an unverified address', async () => {
    await call('AdminCreateUser', { Username: 'temporary@example.com' })
    expect(await call('AdminResetUserPassword', { Username: 'temporary@example.com' })).toMatchObject(
      refusal('NotAuthorizedException', 'User password cannot be reset in the current state.'),
    )

    const username = 'unverified@example.com'
    await call('AdminCreateUser', { Username: username, TemporaryPassword: 'Primeira-2026!' })
    await signIn({ username, password: 'Primeira-2026!' })
    const userAttributes = { given_name: 'Ana', family_name: 'Souza' }
    await confirmSignIn({ challengeResponse: password, options: { userAttributes } })
    expect(await call('AdminResetUserPassword', { Username: username })).toMatchObject(
      refusal(
        'InvalidParameterException',
        'Cannot reset password for the user as there is no registered/verified email or phone_number',
      ),
    )
    await signOut()
    await expect(signIn({ username, password })).resolves.toMatchObject({ isSignedIn: true })
  })
})

describe('AdminDisableUser', () => {
  test('ends every session and refuses sign-ins and resets until AdminEnableUser', async () => {
    const username = 'disabled@example.com'
    await register(sandbox, { username, password })
    await signIn({ username, password })
    const { accessToken, refreshToken } = storedTokens()
    expect(await call('AdminDisableUser', { Username: username })).toMatchObject({ status: 200 })

    const address = sandbox.addresses().userPool
    expect(
      await callAws(address, formatUserPoolTarget('GetUser'), { AccessToken: accessToken }),
    ).toMatchObject(refusal('NotAuthorizedException', 'Access Token has been revoked'))
    const refresh = { ClientId: getUserPool('BR').clientId, RefreshToken: refreshToken }
    const refreshTarget = formatUserPoolTarget('GetTokensFromRefreshToken')
    const disabled = refusal('NotAuthorizedException', 'User is disabled.')
    expect(await callAws(address, refreshTarget, refresh)).toMatchObject(disabled)

    await signOut()
    const thrown = { name: 'NotAuthorizedException', message: 'User is disabled.' }
    await expect(signIn({ username, password })).rejects.toMatchObject(thrown)
    await expect(resetPassword({ username })).rejects.toMatchObject(thrown)

    expect(await call('AdminEnableUser', { Username: username })).toMatchObject({ status: 200 })
    expect(await callAws(address, refreshTarget, refresh)).toMatchObject(
      refusal('NotAuthorizedException', 'Refresh Token has been revoked'),
    )
    await expect(signIn({ username, password })).resolves.toMatchObject({ isSignedIn: true })
    expect(await fetchUserAttributes()).toMatchObject({ email: username })
    await expect(fetchAuthSession({ forceRefresh: true })).resolves.toHaveProperty('tokens.idToken')
  })
})

describe('the second factors of the pool', () => {
  const everyFactor = {
    SoftwareTokenMfaConfiguration: { Enabled: true },
    EmailMfaConfiguration: {},
    SmsMfaConfiguration: {},
  }

  test('are optional and complete unless an operator changes them, also after a restart', async () => {
    expect(await call('GetUserPoolMfaConfig', {})).toMatchObject({
      body: { MfaConfiguration: 'OPTIONAL', ...everyFactor },
    })
    const changed = {
      MfaConfiguration: 'ON',
      SoftwareTokenMfaConfiguration: { Enabled: true },
      WebAuthnConfiguration: {
        RelyingPartyId: 'coaches.example',
        UserVerification: 'preferred',
        FactorConfiguration: 'SINGLE_FACTOR',
      },
    }
    expect(await call('SetUserPoolMfaConfig', changed)).toMatchObject({ status: 200, body: changed })
    await sandbox.restart()
    const { body } = await call('GetUserPoolMfaConfig', {})
    expect(body).toEqual(changed)

    expect(await call('SetUserPoolMfaConfig', { MfaConfiguration: 'OFF' })).toMatchObject({
      body: { MfaConfiguration: 'OFF', SoftwareTokenMfaConfiguration: { Enabled: false } },
    })
  })

  test.each([
    [
      { MfaConfiguration: 'OFF', EmailMfaConfiguration: {} },
      "Invalid MFA configuration given, can't turn off MFA and configure an MFA together.",
    ],
    [
      { MfaConfiguration: 'ON', SoftwareTokenMfaConfiguration: { Enabled: false } },
      "Invalid MFA configuration given, can't disable all MFAs with a required or optional configuration.",
    ],
    [
      { MfaConfiguration: 'OPTIONAL' },
      "Invalid MFA configuration given, can't disable all MFAs with a required or optional configuration.",
    ],
  ])('cannot be %o', async (input, message) => {
    expect(await call('SetUserPoolMfaConfig', input)).toMatchObject(
      refusal('InvalidParameterException', message),
    )
  })
})
