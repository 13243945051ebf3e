import { CognitoJwtVerifier } from 'aws-jwt-verify'
import {
  FetchError,
  JwkValidationError,
  JwksValidationError,
  JwtBaseError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import * as v from 'valibot'
import type { Env } from '../../src/config/env.ts'
import { fail, ok } from '../../src/lib/result.ts'
import type { Fetch, TokenUse, VerifyResult } from './identity.ts'
import { ProviderUnavailableError } from './provider-unavailable.ts'

/** The time limit for fetching a pool's keys. */
const timeoutMs = 5000

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  /** Time of the sign-in in s since the epoch. A refresh does not change it. */
  auth_time: v.number(),
  'cognito:groups': v.optional(v.array(v.string()), []),
})

/** Whether the key set is empty. Treated as an outage, because every token would otherwise be rejected. */
const hasNoKeys = (keySet: ArrayBuffer): boolean =>
  v.is(
    v.pipe(v.string(), v.parseJson(), v.object({ keys: v.strictTuple([]) })),
    new TextDecoder().decode(keySet),
  )

/** Fetches the keys of a pool from Cognito, or from the endpoint that replaces it. */
const createKeyFetcher = (endpoint: string | undefined, send: Fetch) => ({
  fetch: async (cognitoUrl: string): Promise<ArrayBuffer> => {
    const url = endpoint === undefined ? cognitoUrl : endpoint + new URL(cognitoUrl).pathname
    const response = await send(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new FetchError(url, `status ${response.status}`)
    const keySet = await response.arrayBuffer()
    if (hasNoKeys(keySet)) throw new FetchError(url, 'no keys')
    return keySet
  },
})

/** Errors about keys that cannot be fetched or parsed, or that may not be fetched again so soon. */
const keyErrors = [FetchError, JwksValidationError, JwkValidationError, WaitPeriodNotYetEndedJwkError]

/** Whether the error is about the token, not about the keys. */
const isInvalidToken = (error: unknown) =>
  error instanceof JwtBaseError && !keyErrors.some((errorClass) => error instanceof errorClass)

/**
 * Verifies the tokens of the six user pools: signature, issuer, client, use (`id` or `access`) and time.
 * The keys of a pool are cached.
 */
export const createUserPoolTokenVerifier = (
  { pools, userPoolEndpoint }: Pick<Env, 'pools' | 'userPoolEndpoint'>,
  send: Fetch = fetch,
) => {
  const jwksCache = new SimpleJwksCache({ fetcher: createKeyFetcher(userPoolEndpoint, send) })
  const createVerifier = (tokenUse: TokenUse) =>
    CognitoJwtVerifier.create(
      Object.values(pools).map(({ userPoolId, webClientId }) => ({
        userPoolId,
        clientId: webClientId,
        tokenUse,
      })),
      { jwksCache },
    )
  const verifiers = { id: createVerifier('id'), access: createVerifier('access') }

  return async (use: TokenUse, token: string): Promise<VerifyResult> => {
    try {
      const claims = v.parse(claimsSchema, await verifiers[use].verify(token))
      return ok({
        customer: claims.sub,
        isInGroup: claims['cognito:groups'].includes('admin'),
        provider: 'user-pool',
        signedInAt: new Date(claims.auth_time * 1000),
      })
    } catch (error) {
      if (isInvalidToken(error) || error instanceof v.ValiError) return fail('identity-refused')
      throw new ProviderUnavailableError('user-pool', 'The keys of a user pool cannot be fetched.', {
        cause: error,
      })
    }
  }
}
