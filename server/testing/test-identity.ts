import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
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
  const loyalty = createTestLoyalty()
  // No keep-alive timeout. After a busy period of five seconds, the process would close an idle connection
  // just as a request arrives on it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    requestedPaths.push(request.url ?? '')
    if (request.url?.startsWith('/loyalty/')) void loyalty.answer(request, response)
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
  return { env, token, stop, requestedPaths, loyaltyToken: loyalty.token, failLoyalty: loyalty.fail }
}

export type TestIdentity = Awaited<ReturnType<typeof startTestIdentity>>
