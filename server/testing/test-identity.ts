import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import type { PoolName } from '../../src/config/locales.ts'
import { createTestLoyalty } from './test-loyalty.ts'
import { testEnv } from './test-env.ts'

export type TokenOptions = {
  pool?: PoolName
  use?: 'id' | 'access'
  groups?: string[]
  /** Time of the sign-in in s since the epoch. Defaults to now. */
  signedInAt?: number
  /** In s from now. Negative for an expired token. */
  expiresIn?: number
  clientId?: string
  issuer?: string
  key?: CryptoKey
}

/** Shared by all tests of a process, because generating a key takes a tenth of a second. */
let keyPair: ReturnType<typeof generateKeyPair> | undefined

/**
 * The six user pools and the loyalty provider of a test. The pools sign tokens as Cognito does and publish
 * their key over HTTP.
 */
export const startTestIdentity = async () => {
  keyPair ??= generateKeyPair('RS256')
  const { publicKey, privateKey } = await keyPair
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test-key', alg: 'RS256', use: 'sig' }] }
  const requestedPaths: string[] = []
  const coachesWithoutFactor = new Set<string>()
  let getUserFailure: { status: number; body: object } | undefined
  /** GetUser of a user pool: every coach has an authenticator app, unless the test says otherwise. */
  const getUser = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { AccessToken } = JSON.parse(await text(request))
    const factors = coachesWithoutFactor.has(decodeJwt(AccessToken).sub ?? '') ? [] : ['SOFTWARE_TOKEN_MFA']
    const { status, body } = getUserFailure ?? { status: 200, body: { UserMFASettingList: factors } }
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
  }
  const loyalty = createTestLoyalty()
  // No keep-alive timeout. After a busy period of five seconds, the process would close an idle connection
  // just as a request arrives on it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    requestedPaths.push(request.url ?? '')
    if (request.url?.startsWith('/loyalty/')) void loyalty.answer(request, response)
    else if (request.method === 'POST') void getUser(request, response)
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(jwks))
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listening
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The key server has no port.')
  const env = testEnv(`http://127.0.0.1:${address.port}`)

  const token = (customer: string, options: TokenOptions = {}): Promise<string> => {
    const { pool = 'BR', use = 'id', groups, expiresIn = 3600, key = privateKey } = options
    const { userPoolId, webClientId } = env.pools[pool]
    const { clientId = webClientId } = options
    const issuer =
      options.issuer ?? `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com/${userPoolId}`
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({
      token_use: use,
      auth_time: options.signedInAt ?? now,
      ...(use === 'id' ? { aud: clientId, email: `${customer}@secret.example` } : { client_id: clientId }),
      ...(groups ? { 'cognito:groups': groups } : {}),
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'test-key' })
      .setSubject(customer)
      .setIssuer(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + expiresIn)
      .sign(key)
  }

  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return {
    env,
    token,
    stop,
    requestedPaths,
    loyaltyToken: loyalty.token,
    failLoyalty: loyalty.fail,
    /** Sets whether a coach of a user pool has a second factor. */
    setSecondFactor: (customer: string, isSetUp: boolean) =>
      void (isSetUp ? coachesWithoutFactor.delete(customer) : coachesWithoutFactor.add(customer)),
    /** Sets the response of the pools to GetUser. `undefined` restores normal responses. */
    failGetUser: (failure: typeof getUserFailure) => void (getUserFailure = failure),
  }
}

export type TestIdentity = Awaited<ReturnType<typeof startTestIdentity>>
