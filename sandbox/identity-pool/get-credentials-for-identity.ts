import * as v from 'valibot'
import { AwsError } from '../aws-json/aws-error.ts'
import { operation } from '../aws-json/operation.ts'
import { identityIssuer } from './create-identity-pool.ts'
import type { IdentityPool } from './create-identity-pool.ts'
import * as input from './input.ts'
import { onlyLogin, verifyLogin } from './verify-login.ts'

const schema = v.object({ IdentityId: input.identityId, Logins: v.optional(input.logins, {}) })

/** GetCredentialsForIdentity: storage credentials for someone who proves to be this identity. */
export const getCredentialsForIdentity = (pool: IdentityPool) =>
  operation(schema, async ({ IdentityId, Logins }) => {
    if (!pool.knows(IdentityId)) {
      throw new AwsError('ResourceNotFoundException', `Identity '${IdentityId}' not found.`)
    }
    if ((await provenIdentity(pool, Logins)) !== IdentityId) {
      throw new AwsError(
        'NotAuthorizedException',
        "Logins don't match. Please include at least one valid login for this identity or identity pool.",
      )
    }
    // Whole seconds, as AWS sends them; the token says the same moment.
    const expiration = Math.floor(pool.now() / 1000) + pool.credentialSeconds
    const issued = pool.credentials.issue(IdentityId, expiration * 1000)
    return {
      IdentityId,
      Credentials: {
        AccessKeyId: issued.accessKeyId,
        SecretKey: issued.secretAccessKey,
        SessionToken: issued.sessionToken,
        Expiration: expiration,
      },
    }
  })

const provenIdentity = async (pool: IdentityPool, logins: Record<string, string>): Promise<string> => {
  const [provider, token] = onlyLogin(logins)
  const own = { provider: identityIssuer, audience: pool.id, tokens: pool.openIdTokens }
  const login = await verifyLogin([...pool.trusted, own], provider, token, pool.now())
  // A token of the pool itself (developer identities) names the identity; any other names someone it belongs to.
  return provider === identityIssuer ? login.subject : pool.identityOf(login)
}
