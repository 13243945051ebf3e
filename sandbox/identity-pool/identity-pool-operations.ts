import * as v from 'valibot'
import { AwsError } from '../aws-json/aws-error.ts'
import { operation, type Operation } from '../aws-json/operation.ts'
import { identityIssuer, type IdentityPool } from './create-identity-pool.ts'
import { assertDeveloperSignature } from './developer-signature.ts'
import { onlyLogin, verifyLogin } from './verify-login.ts'

/** Members that several operations share. */
const identityId = v.pipe(
  v.string(),
  v.regex(
    /^[\w-]{1,30}:[0-9a-f-]{1,36}$/,
    'Member must satisfy regular expression pattern: [\\w-]+:[0-9a-f-]+',
  ),
)
const logins = v.record(v.pipe(v.string(), v.maxLength(128)), v.pipe(v.string(), v.maxLength(50_000)))

const getIdInput = v.object({ IdentityPoolId: identityId, Logins: v.optional(logins, {}) })

/** GetId: the identity of an identity token. Created at the first call. */
const getId = (pool: IdentityPool) =>
  operation(getIdInput, async ({ IdentityPoolId, Logins }) => {
    pool.assertThisPool(IdentityPoolId)
    const [provider, token] = onlyLogin(Logins)
    const login = await verifyLogin(pool.trusted, provider, token, pool.now())
    return { IdentityId: await pool.identityOf(login) }
  })

const credentialsInput = v.object({ IdentityId: identityId, Logins: v.optional(logins, {}) })

/** GetCredentialsForIdentity: storage credentials for a caller who proves to be this identity. */
const getCredentialsForIdentity = (pool: IdentityPool) =>
  operation(credentialsInput, async ({ IdentityId, Logins }) => {
    if (!pool.knows(IdentityId)) {
      throw new AwsError('ResourceNotFoundException', `Identity '${IdentityId}' not found.`)
    }
    if ((await provenIdentity(pool, Logins)) !== IdentityId) {
      throw new AwsError(
        'NotAuthorizedException',
        "Logins don't match. Please include at least one valid login for this identity or identity pool.",
      )
    }
    // In whole seconds, as AWS sends them. The token contains the same time.
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
  // A token of the pool itself (developer identities) names the identity. Other logins are looked up.
  return provider === identityIssuer ? login.subject : pool.identityOf(login)
}

const openIdTokenInput = v.object({
  IdentityPoolId: identityId,
  IdentityId: v.optional(identityId),
  Logins: logins,
  TokenDuration: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)), 900),
})

/**
 * GetOpenIdTokenForDeveloperIdentity: a backend that signed a person in by itself vouches for them with its
 * AWS key. It gets a token that GetCredentialsForIdentity accepts.
 */
const getOpenIdTokenForDeveloperIdentity = (pool: IdentityPool) =>
  operation(openIdTokenInput, async ({ IdentityPoolId, IdentityId, Logins, TokenDuration }, request) => {
    assertDeveloperSignature(request, { key: pool.developerKey, region: pool.region, now: pool.now() })
    pool.assertThisPool(IdentityPoolId)
    const [provider, subject] = onlyLogin(Logins)
    if (provider !== pool.developerProvider) {
      throw new AwsError(
        'InvalidParameterException',
        `${provider} is not the developer provider of this pool.`,
      )
    }
    const known = await pool.identityOf({ issuer: provider, subject })
    if (IdentityId !== undefined && IdentityId !== known) {
      throw new AwsError(
        'DeveloperUserAlreadyRegisteredException',
        'The developer user identifier is already registered with another identity.',
      )
    }
    const amr = ['authenticated', provider, `${provider}:${pool.id}:${subject}`]
    const Token = await pool.openIdTokens.sign({ sub: known, aud: pool.id, amr }, TokenDuration)
    return { IdentityId: known, Token }
  })

/** Every call of `AWSCognitoIdentityService` that the sandbox implements. */
export const identityPoolOperations = (pool: IdentityPool): ReadonlyMap<string, Operation> =>
  new Map([
    ['GetId', getId(pool)],
    ['GetCredentialsForIdentity', getCredentialsForIdentity(pool)],
    ['GetOpenIdTokenForDeveloperIdentity', getOpenIdTokenForDeveloperIdentity(pool)],
  ])
