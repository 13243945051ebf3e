import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAws, formatIdentityTarget, formatUserPoolTarget } from '../testing/call-aws.ts'
import { getUserPool } from '../shared/settings.ts'
import { startTestSandbox } from '../testing/start-test-sandbox.ts'
import type { TestSandbox } from '../testing/start-test-sandbox.ts'
import { connectAmplify } from '../testing/connect-amplify.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.remove())

const clientId = getUserPool('BR').clientId
const call = (target: string, body: object | string) => callAws(sandbox.addresses().userPool, target, body)
const credentials = { username: 'coach.br@example.com', password: 'Barriers-2026!' }

describe('responses that a browser can read', () => {
  test('to a preflight with the headers Amplify sends', async () => {
    const response = await fetch(sandbox.addresses().userPool, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:8080',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'cache-control,content-type,x-amz-target,x-amz-user-agent',
      },
    })
    expect(response.ok).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': 'cache-control,content-type,x-amz-target,x-amz-user-agent',
    })
  })

  test('including errors, with type, message and request id', async () => {
    const body = { ClientId: clientId, Username: 'nobody@example.com' }
    const response = await call(formatUserPoolTarget('ForgotPassword'), body)
    expect(response.status).toBe(400)
    expect(response.body).toEqual({
      __type: 'UserNotFoundException',
      message: 'Username/client id combination not found.',
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('x-amzn-RequestId'),
      'content-type': 'application/x-amz-json-1.1',
      'x-amzn-errortype': 'UserNotFoundException:',
      'x-amzn-requestid': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })
})

describe('requests that no client should send', () => {
  const srp = { AuthFlow: 'USER_SRP_AUTH', ClientId: clientId }
  const group = `${'F'.repeat(16)}C90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74`

  test.each([
    ['an unknown operation', formatUserPoolTarget('AdminDeleteUser'), {}, 'UnknownOperationException'],
    ['an unknown service', 'AWSSecretsManager.GetSecretValue', {}, 'UnknownOperationException'],
    ['a prototype’s name', 'constructor.get', {}, 'UnknownOperationException'],
    ['text that is no JSON', formatUserPoolTarget('SignUp'), '{', 'SerializationException'],
    ['an array', formatUserPoolTarget('SignUp'), [], 'InvalidParameterException'],
    ['no client', formatUserPoolTarget('SignUp'), {}, 'InvalidParameterException'],
    [
      'an unknown client',
      formatUserPoolTarget('ForgotPassword'),
      { ClientId: 'x'.repeat(26), Username: 'a@example.com' },
      'ResourceNotFoundException',
    ],
    [
      'a user called like a property of every object',
      formatUserPoolTarget('ForgotPassword'),
      { ClientId: clientId, Username: 'constructor' },
      'UserNotFoundException',
    ],
    [
      'an unknown flow',
      formatUserPoolTarget('InitiateAuth'),
      { ...srp, AuthFlow: 'NONE' },
      'InvalidParameterException',
    ],
    [
      'SRP_A = 0',
      formatUserPoolTarget('InitiateAuth'),
      { ...srp, AuthParameters: { USERNAME: credentials.username, SRP_A: '0' } },
      'InvalidParameterException',
    ],
    [
      'SRP_A longer than the group',
      formatUserPoolTarget('InitiateAuth'),
      { ...srp, AuthParameters: { USERNAME: credentials.username, SRP_A: group.repeat(13) } },
      'InvalidParameterException',
    ],
    [
      'an invented challenge response',
      formatUserPoolTarget('RespondToAuthChallenge'),
      {
        ClientId: clientId,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: credentials.username,
          PASSWORD_CLAIM_SECRET_BLOCK: 'AAAA',
          PASSWORD_CLAIM_SIGNATURE: 'AAAA',
          TIMESTAMP: 'Sat Nov 21 00:00:00 UTC 2026',
        },
      },
      'NotAuthorizedException',
    ],
    [
      'an access token of nobody',
      formatUserPoolTarget('GetUser'),
      { AccessToken: 'a.b.c' },
      'NotAuthorizedException',
    ],
    [
      'an invented refresh token',
      formatUserPoolTarget('GetTokensFromRefreshToken'),
      { ClientId: clientId, RefreshToken: 'abc' },
      'NotAuthorizedException',
    ],
    [
      'a foreign identity pool',
      formatIdentityTarget('GetId'),
      { IdentityPoolId: 'us-east-1:0' },
      'ResourceNotFoundException',
    ],
  ])('%s', async (_, target, body, type) => {
    const response = await call(target, body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ __type: type, message: expect.any(String) })
  })

  test('names a missing member as AWS does', async () => {
    const response = await call(formatUserPoolTarget('ConfirmSignUp'), {
      ClientId: clientId,
      Username: 'a@example.com',
    })
    expect(response.body).toMatchObject({
      message:
        "1 validation error detected: Value at 'confirmationCode' failed to satisfy constraint: Member must not be null",
    })
  })

  test('a body over 128 KiB, after which the connection is closed', async () => {
    const response = await call(formatUserPoolTarget('SignUp'), 'x'.repeat(200_000))
    expect(response.status).toBe(413)
    expect(response.headers.get('connection')).toBe('close')
  })

  test('an identity token where an access token belongs', async () => {
    await connectAmplify(sandbox, 'BR')
    await signIn(credentials)
    const { tokens } = await fetchAuthSession()
    const response = await call(formatUserPoolTarget('GetUser'), { AccessToken: tokens!.idToken!.toString() })
    expect(response.body).toMatchObject({ __type: 'NotAuthorizedException', message: 'Invalid Access Token' })
  })
})

test.each(['//', '//:', '/%E0%A4%A'])('serves nothing at %s', async (path) => {
  expect((await fetch(sandbox.addresses().userPool + path)).status).toBe(404)
  expect((await fetch(sandbox.addresses().personServices + path)).status).toBe(404)
})

test('responds with "not found" for the key set of an unknown pool', async () => {
  const response = await fetch(`${sandbox.addresses().userPool}/sa-east-1_Nobody/.well-known/jwks.json`)
  expect(response.status).toBe(404)
})
