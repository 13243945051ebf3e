import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { FetchError, JwkValidationError, JwksValidationError, JwtBaseError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import * as v from 'valibot'
import type { Env } from '../../src/config/env.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'

/** Who a token speaks for. */
type Identity = { customer: string; admin: boolean }

export type TokenUse = 'id' | 'access'

/** Checks the tokens of identity providers; throws only when a provider's keys cannot be had. */
export type IdentityTokens = {
  verify: (use: TokenUse, token: string) => Promise<Result<Identity, 'identity-refused'>>
}

/** ms to wait for a pool's keys */
const patience = 5000

const claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  'cognito:groups': v.optional(v.array(v.string()), []),
})

/** Fetches the keys of a pool, from Cognito or from the endpoint that stands in for it. */
const keysFrom = (endpoint: string | undefined) => ({
  fetch: async (address: string): Promise<ArrayBuffer> => {
    const url = endpoint === undefined ? address : endpoint + new URL(address).pathname
    const response = await fetch(url, { signal: AbortSignal.timeout(patience) })
    if (!response.ok) throw new FetchError(url, `status ${response.status}`)
    return response.arrayBuffer()
  },
})

/** A token that is wrong, as opposed to keys that could not be fetched or read. */
const isRefusal = (error: unknown) =>
  error instanceof JwtBaseError &&
  !(error instanceof FetchError) &&
  !(error instanceof JwksValidationError) &&
  !(error instanceof JwkValidationError)

/** Verifies the tokens of the six user pools: signature, issuer, client, use and time. Keys are fetched once per pool. */
export const createIdentityTokens = ({
  pools,
  userPoolEndpoint,
}: Pick<Env, 'pools' | 'userPoolEndpoint'>): IdentityTokens => {
  const jwksCache = new SimpleJwksCache({ fetcher: keysFrom(userPoolEndpoint) })
  const accepted = Object.values(pools)
  const verifierOf = (tokenUse: TokenUse) =>
    CognitoJwtVerifier.create(
      accepted.map(({ userPoolId, webClientId }) => ({ userPoolId, clientId: webClientId, tokenUse })),
      { jwksCache },
    )
  const verifiers = { id: verifierOf('id'), access: verifierOf('access') }

  const verify: IdentityTokens['verify'] = async (use, token) => {
    try {
      const { sub, 'cognito:groups': groups } = v.parse(claims, await verifiers[use].verify(token))
      return ok({ customer: sub, admin: groups.includes('admin') })
    } catch (error) {
      if (isRefusal(error) || error instanceof v.ValiError) return fail('identity-refused')
      throw error
    }
  }
  return { verify }
}
