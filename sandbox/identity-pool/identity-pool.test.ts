import { S3Client } from '@aws-sdk/client-s3'
import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAws, formatIdentityTarget } from '../testing/call-aws.ts'
import { identityPool } from '../shared/settings.ts'
import { startTestSandbox } from '../testing/start-test-sandbox.ts'
import type { TestSandbox } from '../testing/start-test-sandbox.ts'
import { connectAmplify, storedTokens } from '../testing/connect-amplify.ts'
import type { DeveloperKey } from './developer-signature.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.remove())

const password = 'Barriers-2026!'
const brIssuer = 'cognito-idp.sa-east-1.amazonaws.com/sa-east-1_BrBarrier'
const gbIssuer = 'cognito-idp.eu-west-2.amazonaws.com/eu-west-2_GbBarrier'
const createErrorResponse = (type: string, message: string) => ({
  status: 400,
  body: { __type: type, message },
})

const call = (operation: string, body: object, headers: Record<string, string> = {}) =>
  callAws(sandbox.addresses().userPool, formatIdentityTarget(operation), body, headers)
const getId = (logins: object) => call('GetId', { IdentityPoolId: identityPool.id, Logins: logins })
const getCredentials = (identityId: unknown, logins: object) =>
  call('GetCredentialsForIdentity', { IdentityId: identityId, Logins: logins })

const signInAs = async (country: string) => {
  await connectAmplify(sandbox, country)
  await signIn({ username: `coach.${country.toLowerCase()}@example.com`, password })
  return storedTokens()
}

describe('identities of the user pools', () => {
  test('are the same at every sign-in and different for everyone', async () => {
    await signInAs('BR')
    const first = await fetchAuthSession()
    await signInAs('BR')
    const second = await fetchAuthSession()
    await signInAs('GB')
    const other = await fetchAuthSession()
    expect(second.identityId).toBe(first.identityId)
    expect(other.identityId).not.toBe(first.identityId)
  })

  test('get credentials for an hour', async () => {
    const { idToken } = await signInAs('BR')
    const { body } = await getId({ [brIssuer]: idToken })
    const { IdentityId } = body as { IdentityId: string }
    const before = Date.now() / 1000
    const response = await getCredentials(IdentityId, { [brIssuer]: idToken })
    expect(response.body).toEqual({
      IdentityId,
      Credentials: {
        AccessKeyId: expect.stringMatching(/^ASIA/),
        SecretKey: expect.stringMatching(/^.{40}$/),
        SessionToken: expect.any(String),
        Expiration: expect.any(Number),
      },
    })
    const { Expiration } = (response.body as { Credentials: { Expiration: number } }).Credentials
    // In whole seconds
    expect(Expiration - 3600).toBeGreaterThan(before - 1)
    expect(Expiration - 3600).toBeLessThan(Date.now() / 1000 + 1)
  })

  test('are refused to guests, foreign tokens, access tokens and altered tokens', async () => {
    const { idToken, accessToken } = await signInAs('BR')
    const [head, claims, signature] = idToken.split('.')
    const forged = Buffer.from(
      Buffer.from(claims!, 'base64url')
        .toString()
        .replace(/"sub":"[^"]+"/, '"sub":"someone-else"'),
    ).toString('base64url')

    await expect(getId({})).resolves.toMatchObject(
      createErrorResponse(
        'NotAuthorizedException',
        'Unauthenticated access is not supported for this identity pool.',
      ),
    )
    await expect(getId({ 'accounts.example.com': idToken })).resolves.toMatchObject(
      createErrorResponse(
        'NotAuthorizedException',
        'Token is not from a supported provider of this identity pool.',
      ),
    )
    await expect(getId({ [gbIssuer]: idToken })).resolves.toMatchObject(
      createErrorResponse('NotAuthorizedException', 'Invalid login token. Token signature invalid.'),
    )
    await expect(getId({ [brIssuer]: accessToken })).resolves.toMatchObject(
      createErrorResponse('NotAuthorizedException', 'Invalid login token. Incorrect token audience.'),
    )
    await expect(getId({ [brIssuer]: `${head}.${forged}.${signature}` })).resolves.toMatchObject(
      createErrorResponse('NotAuthorizedException', 'Invalid login token. Token signature invalid.'),
    )
  })

  test('of others are inaccessible, as are identities that do not exist', async () => {
    const victim = await signInAs('GB')
    const { body } = await getId({ [gbIssuer]: victim.idToken })
    const { IdentityId } = body as { IdentityId: string }
    const { idToken } = await signInAs('BR')
    await expect(getCredentials(IdentityId, { [brIssuer]: idToken })).resolves.toMatchObject(
      createErrorResponse(
        'NotAuthorizedException',
        "Logins don't match. Please include at least one valid login for this identity or identity pool.",
      ),
    )
    const nobody = 'us-east-1:00000000-0000-4000-8000-00000000000f'
    await expect(getCredentials(nobody, { [brIssuer]: idToken })).resolves.toMatchObject(
      createErrorResponse('ResourceNotFoundException', `Identity '${nobody}' not found.`),
    )
  })
})

describe('developer identities', () => {
  const login = { [identityPool.developerProvider]: 'profile-42' }
  const request = { IdentityPoolId: identityPool.id, Logins: login }

  /** Signs a request with the AWS SDK's own signer. */
  const signed = async (body: object, options: { key?: DeveloperKey; at?: Date } = {}) => {
    const { key = identityPool.developerKey, at = new Date() } = options
    const { config } = new S3Client({ region: identityPool.region, credentials: key })
    const signer = await config.signer({
      name: 'sigv4',
      signingName: 'cognito-identity',
      signingRegion: identityPool.region,
      properties: {},
    })
    const { hostname, port, host } = new URL(sandbox.addresses().userPool)
    const { headers } = await signer.sign(
      {
        protocol: 'http:',
        method: 'POST',
        hostname,
        port: Number(port),
        path: '/',
        query: {},
        headers: {
          host,
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': formatIdentityTarget('GetOpenIdTokenForDeveloperIdentity'),
        },
        body: JSON.stringify(body),
      },
      { signingDate: at },
    )
    return headers
  }
  const vouch = async (body: object, headers?: Record<string, string>) =>
    call('GetOpenIdTokenForDeveloperIdentity', body, headers ?? (await signed(body)))

  test('get a token from a backend that signs its request, and credentials for the token', async () => {
    const first = (await vouch(request)).body as { IdentityId: string; Token: string }
    expect(first.IdentityId).toMatch(/^us-east-1:[0-9a-f-]{36}$/)
    const again = (await vouch(request)).body as typeof first
    expect(again.IdentityId).toBe(first.IdentityId)

    const own = { 'cognito-identity.amazonaws.com': first.Token }
    await expect(getCredentials(first.IdentityId, own)).resolves.toMatchObject({ status: 200 })
    const other = { ...request, Logins: { [identityPool.developerProvider]: 'profile-43' } }
    const stranger = (await vouch(other)).body as typeof first
    await expect(getCredentials(stranger.IdentityId, own)).resolves.toMatchObject({
      body: { __type: 'NotAuthorizedException' },
    })
  })

  test('have tokens that expire after a quarter of an hour', async () => {
    const { IdentityId, Token } = (await vouch(request)).body as { IdentityId: string; Token: string }
    sandbox.advance(15 * 60_000)
    const response = await getCredentials(IdentityId, { 'cognito-identity.amazonaws.com': Token })
    sandbox.advance(-15 * 60_000)
    expect(response.body).toMatchObject({ message: expect.stringContaining('Token expired') })
  })

  test('are refused without a signature, with another key, late, or for an altered body', async () => {
    const type = (response: { body: unknown }) => (response.body as { __type: string }).__type
    expect(type(await vouch(request, {}))).toBe('MissingAuthenticationTokenException')
    const unknownKey = { ...identityPool.developerKey, accessKeyId: 'AKIANOBODY' }
    expect(type(await vouch(request, await signed(request, { key: unknownKey })))).toBe(
      'UnrecognizedClientException',
    )
    const wrongSecret = { ...identityPool.developerKey, secretAccessKey: 'guess' }
    expect(type(await vouch(request, await signed(request, { key: wrongSecret })))).toBe(
      'InvalidSignatureException',
    )
    const late = new Date(Date.now() - 6 * 60_000)
    expect(type(await vouch(request, await signed(request, { at: late })))).toBe('InvalidSignatureException')
    const altered = { ...request, Logins: { [identityPool.developerProvider]: 'profile-1' } }
    expect(type(await vouch(altered, await signed(request)))).toBe('InvalidSignatureException')
  })
})
