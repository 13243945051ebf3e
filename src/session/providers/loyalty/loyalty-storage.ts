import * as v from 'valibot'
import type { Env } from '../../../config/env.ts'
import type { ProductApiClient } from '../../../contract/product-api-client.ts'
import type { StorageCredentials } from '../../../contract/storage-credentials.ts'
import { parsed } from '../../../lib/parsed.ts'
import type { Fetch } from '../../../lib/http/request-json.ts'
import { fail, ok } from '../../../lib/result.ts'
import { callAws } from '../call-aws.ts'
import { kindOfApiFailure } from './loyalty-fault.ts'
import type { LoyaltySession } from './loyalty-session.ts'
import type { AuthProvider, ProviderFault } from '../provider.ts'

type Deps = {
  env: Pick<Env, 'identityPoolId' | 'identityPoolEndpoint'>
  api: ProductApiClient
  fetch: Fetch
  session: LoyaltySession['session']
}

/** The login under which a token of the identity pool is presented to the pool. */
const identityIssuer = 'cognito-identity.amazonaws.com'

const credentialsResponse = v.pipe(
  v.object({
    IdentityId: v.string(),
    Credentials: v.object({
      AccessKeyId: v.string(),
      SecretKey: v.string(),
      SessionToken: v.string(),
      /** In s since epoch. */
      Expiration: v.number(),
    }),
  }),
  v.transform(({ IdentityId, Credentials }): StorageCredentials => ({
    identityId: IdentityId,
    accessKeyId: Credentials.AccessKeyId,
    secretAccessKey: Credentials.SecretKey,
    sessionToken: Credentials.SessionToken,
    expiration: Credentials.Expiration * 1000,
  })),
)

const noCredentials = (name: string): ProviderFault => ({ kind: 'service', name: `identity pool ${name}` })

/**
 * Storage credentials of a coach without a user pool. The product API issues a token of the identity pool for
 * the coach, and the pool exchanges it for credentials.
 */
export const createLoyaltyStorage = ({
  env,
  api,
  fetch,
  session,
}: Deps): AuthProvider['storageCredentials'] => {
  const { identityPoolId, identityPoolEndpoint } = env
  const [region] = identityPoolId.split(':')
  const address = identityPoolEndpoint ?? `https://cognito-identity.${region}.amazonaws.com`
  const target = 'AWSCognitoIdentityService.GetCredentialsForIdentity'

  return async () => {
    const current = await session()
    if (!current.ok) return current
    const identity = await api.call('storageIdentity', { accessToken: current.value.accessToken })
    if (!identity.ok)
      return fail({ kind: kindOfApiFailure(identity.error), name: `storage ${identity.error.code}` })
    const { identityId, token } = identity.value
    const body = { IdentityId: identityId, Logins: { [identityIssuer]: token } }
    const issued = await callAws(fetch, { address, target, body })
    if (!issued.ok) {
      const { kind, name } = issued.error
      return fail(kind === 'network' || kind === 'no-response' ? { kind, name } : noCredentials(name))
    }
    const credentials = parsed(credentialsResponse, issued.value)
    return credentials ? ok(credentials) : fail(noCredentials('unreadable'))
  }
}
