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
import type { Fetch, TokenUse, Verified } from './identity.ts'
import { ProviderAway } from './provider-away.ts'

/** Timeout for a pool's keys in ms. */
const timeout = 5000

const claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  /** Time of the sign-in in s since epoch. A refresh does not change it. */
  auth_time: v.number(),
  'cognito:groups': v.optional(v.array(v.string()), []),
})

/** Whether the key set is empty. That is an outage: with no keys, every customer would be signed out. */
const isWithoutKeys = (content: ArrayBuffer): boolean =>
  v.is(
    v.pipe(v.string(), v.parseJson(), v.object({ keys: v.strictTuple([]) })),
    new TextDecoder().decode(content),
  )

/** Fetches the keys of a pool from Cognito, or from the endpoint that replaces it. */
const keysFrom = (endpoint: string | undefined, send: Fetch) => ({
  fetch: async (address: string): Promise<ArrayBuffer> => {
    const url = endpoint === undefined ? address : endpoint + new URL(address).pathname
    const response = await send(url, { signal: AbortSignal.timeout(timeout) })
    if (!response.ok) throw new FetchError(url, `status ${response.status}`)
    const content = await response.arrayBuffer()
    if (isWithoutKeys(content)) throw new FetchError(url, 'no keys')
    return content
  },
})

/** Errors of keys that could not be fetched or parsed, or that may not be fetched again so soon. */
const keyFailures = [FetchError, JwksValidationError, JwkValidationError, WaitPeriodNotYetEndedJwkError]

/** Whether the token is wrong, as opposed to its keys. */
const isRefusal = (error: unknown) =>
  error instanceof JwtBaseError && !keyFailures.some((failure) => error instanceof failure)

/**
 * Verifies the tokens of the six user pools: signature, issuer, client, use and time. The keys of each pool
 * are fetched once.
 */
export const createUserPoolTokens = (
  { pools, userPoolEndpoint }: Pick<Env, 'pools' | 'userPoolEndpoint'>,
  send: Fetch = fetch,
) => {
  const jwksCache = new SimpleJwksCache({ fetcher: keysFrom(userPoolEndpoint, send) })
  const accepted = Object.values(pools)
  const verifierOf = (tokenUse: TokenUse) =>
    CognitoJwtVerifier.create(
      accepted.map(({ userPoolId, webClientId }) => ({ userPoolId, clientId: webClientId, tokenUse })),
      { jwksCache },
    )
  const verifiers = { id: verifierOf('id'), access: verifierOf('access') }

  return async (use: TokenUse, token: string): Verified => {
    try {
      const verified = v.parse(claims, await verifiers[use].verify(token))
      return ok({
        customer: verified.sub,
        admin: verified['cognito:groups'].includes('admin'),
        provider: 'user-pool',
        signedInAt: new Date(verified.auth_time * 1000),
      })
    } catch (error) {
      if (isRefusal(error) || error instanceof v.ValiError) return fail('identity-refused')
      throw new ProviderAway('user-pool', 'The keys of a user pool cannot be had.', { cause: error })
    }
  }
}
