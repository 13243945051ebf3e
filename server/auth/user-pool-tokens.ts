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

/** ms to wait for a pool's keys */
const timeout = 5000

const claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  /** s since epoch of the sign-in; a refresh does not change it */
  auth_time: v.number(),
  'cognito:groups': v.optional(v.array(v.string()), []),
})

/** An outage that looks like a set of keys: whoever has a token would be refused, and signed out. */
const isWithoutKeys = (content: ArrayBuffer): boolean =>
  v.is(
    v.pipe(v.string(), v.parseJson(), v.object({ keys: v.strictTuple([]) })),
    new TextDecoder().decode(content),
  )

/** Fetches the keys of a pool, from Cognito or from the endpoint that stands in for it. */
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

/** Keys that could not be fetched or read, or that are not fetched again so soon after one was missing among them. */
const keyFailures = [FetchError, JwksValidationError, JwkValidationError, WaitPeriodNotYetEndedJwkError]

/** A token that is wrong, as opposed to its keys. */
const isRefusal = (error: unknown) =>
  error instanceof JwtBaseError && !keyFailures.some((failure) => error instanceof failure)

/** Verifies the tokens of the six user pools: signature, issuer, client, use and time. Keys are fetched once per pool. */
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
