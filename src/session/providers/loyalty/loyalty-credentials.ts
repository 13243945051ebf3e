import * as v from 'valibot'
import type { Env } from '../../../config/env.ts'
import type { ProductApiClient } from '../../../contract/product-api-client.ts'
import type { StorageCredentials } from '../../../contract/storage-credentials.ts'
import type { Fetch } from '../../../lib/http/request-json.ts'
import { parseOrUndefined } from '../../../lib/parse-or-undefined.ts'
import { fail, ok } from '../../../lib/result.ts'
import { callAws } from '../call-aws.ts'
import type { AuthProvider, ProviderFailure } from '../provider.ts'
import { classifyApiFailure } from './loyalty-failure.ts'
import type { LoyaltySession } from './loyalty-session.ts'

type LoyaltyStorageDeps = {
  env: Pick<Env, 'identityPoolId' | 'identityPoolEndpoint'>
  api: ProductApiClient
  fetch: Fetch
  session: LoyaltySession['session']
}

/** The key in `Logins` for a token that the identity pool itself has issued. */
const identityIssuer = 'cognito-identity.amazonaws.com'

/** Converts the response of the identity pool to the app's credentials. */
const credentialsSchema = v.pipe(
  v.object({
    IdentityId: v.string(),
    Credentials: v.object({
      AccessKeyId: v.string(),
      SecretKey: v.string(),
      SessionToken: v.string(),
      /** In s since the epoch. */
      Expiration: v.number(),
    }),
  }),
  v.transform(({ IdentityId: identityId, Credentials: credentials }): StorageCredentials => ({
    identityId,
    accessKeyId: credentials.AccessKeyId,
    secretAccessKey: credentials.SecretKey,
    sessionToken: credentials.SessionToken,
    expiration: credentials.Expiration * 1000,
  })),
)

const createCredentialsFailure = (name: string): ProviderFailure => ({
  kind: 'service',
  name: `identity pool ${name}`,
})

/**
 * Returns the function that requests storage credentials for a coach without a user pool. The product API
 * issues a token of the identity pool for the coach, and the pool exchanges it for credentials.
 */
export const createLoyaltyCredentials = ({
  env,
  api,
  fetch,
  session,
}: LoyaltyStorageDeps): AuthProvider['requestStorageCredentials'] => {
  const { identityPoolId, identityPoolEndpoint } = env
  // The id of an identity pool begins with its AWS region, for example `eu-west-2:…`.
  const [region] = identityPoolId.split(':')
  const url = identityPoolEndpoint ?? `https://cognito-identity.${region}.amazonaws.com`
  const target = 'AWSCognitoIdentityService.GetCredentialsForIdentity'

  return async () => {
    const currentSession = await session()
    if (!currentSession.ok) return currentSession
    const identity = await api.call('storageIdentity', { accessToken: currentSession.value.accessToken })
    if (!identity.ok)
      return fail({ kind: classifyApiFailure(identity.error), name: `storage ${identity.error.code}` })
    const { identityId, token } = identity.value
    const body = { IdentityId: identityId, Logins: { [identityIssuer]: token } }
    const response = await callAws(fetch, { url, target, body })
    if (!response.ok) {
      const { kind, name } = response.error
      const isResponseMissing = kind === 'network' || kind === 'no-response'
      return fail(isResponseMissing ? { kind, name } : createCredentialsFailure(name))
    }
    const credentials = parseOrUndefined(credentialsSchema, response.value)
    return credentials ? ok(credentials) : fail(createCredentialsFailure('unreadable'))
  }
}
