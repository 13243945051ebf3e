import * as v from 'valibot'
import { AwsError } from '../aws-json/aws-error.ts'
import { defineOperation, type Operation } from '../aws-json/operation.ts'
import { identityIssuer, type IdentityPool } from './create-identity-pool.ts'
import { assertDeveloperSignature } from './developer-signature.ts'
import { readSingleLogin, verifyLogin } from './verify-login.ts'

/** The schemas of members (AWS's word for the fields of an input) that several operations share. */
const identityIdSchema = v.pipe(
  v.string(),
  v.regex(
    /^[\w-]{1,30}:[0-9a-f-]{1,36}$/,
    'Member must satisfy regular expression pattern: [\\w-]+:[0-9a-f-]+',
  ),
)
/** The tokens of a user, by the provider that issued them. */
const loginsSchema = v.record(v.pipe(v.string(), v.maxLength(128)), v.pipe(v.string(), v.maxLength(50_000)))

const getIdInputSchema = v.object({ IdentityPoolId: identityIdSchema, Logins: v.optional(loginsSchema, {}) })

/** GetId: returns the identity of an identity token, and creates it at the first call. */
const getId = (pool: IdentityPool) =>
  defineOperation(getIdInputSchema, async ({ IdentityPoolId, Logins }) => {
    pool.assertPoolId(IdentityPoolId)
    const [provider, token] = readSingleLogin(Logins)
    const login = await verifyLogin(pool.trustedIssuers, provider, token, pool.now())
    return { IdentityId: await pool.findOrCreateIdentity(login) }
  })

/** Verifies the login of a request and returns its identity. */
const findIdentityOfLogin = async (pool: IdentityPool, logins: Record<string, string>): Promise<string> => {
  const [provider, token] = readSingleLogin(logins)
  const developerIssuer = { provider: identityIssuer, audience: pool.id, tokens: pool.openIdIssuer }
  const login = await verifyLogin([...pool.trustedIssuers, developerIssuer], provider, token, pool.now())
  // A token for a developer identity comes from the pool itself and names the identity.
  return provider === identityIssuer ? login.subject : pool.findOrCreateIdentity(login)
}

const credentialsInputSchema = v.object({
  IdentityId: identityIdSchema,
  Logins: v.optional(loginsSchema, {}),
})

/** GetCredentialsForIdentity: returns storage credentials if the caller's login proves the identity. */
const getCredentialsForIdentity = (pool: IdentityPool) =>
  defineOperation(credentialsInputSchema, async ({ IdentityId, Logins }) => {
    if (!pool.hasIdentity(IdentityId)) {
      throw new AwsError('ResourceNotFoundException', `Identity '${IdentityId}' not found.`)
    }
    if ((await findIdentityOfLogin(pool, Logins)) !== IdentityId) {
      throw new AwsError(
        'NotAuthorizedException',
        "Logins don't match. Please include at least one valid login for this identity or identity pool.",
      )
    }
    // In whole seconds, as AWS sends it. The session token contains the same time.
    const expirationSeconds = Math.floor(pool.now() / 1000) + pool.credentialSeconds
    const credentials = pool.credentialIssuer.issue(IdentityId, expirationSeconds * 1000)
    return {
      IdentityId,
      Credentials: {
        AccessKeyId: credentials.accessKeyId,
        SecretKey: credentials.secretAccessKey,
        SessionToken: credentials.sessionToken,
        Expiration: expirationSeconds,
      },
    }
  })

const openIdTokenInputSchema = v.object({
  IdentityPoolId: identityIdSchema,
  IdentityId: v.optional(identityIdSchema),
  Logins: loginsSchema,
  TokenDuration: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)), 900),
})

/**
 * GetOpenIdTokenForDeveloperIdentity: a backend has signed a user in with its own means and vouches for them
 * with its AWS key. Returns a token that GetCredentialsForIdentity accepts.
 */
const getOpenIdTokenForDeveloperIdentity = (pool: IdentityPool) =>
  defineOperation(
    openIdTokenInputSchema,
    async ({ IdentityPoolId, IdentityId, Logins, TokenDuration }, request) => {
      assertDeveloperSignature(request, { key: pool.developerKey, region: pool.region, now: pool.now() })
      pool.assertPoolId(IdentityPoolId)
      const [provider, subject] = readSingleLogin(Logins)
      if (provider !== pool.developerProvider) {
        throw new AwsError(
          'InvalidParameterException',
          `${provider} is not the developer provider of this pool.`,
        )
      }
      const identityId = await pool.findOrCreateIdentity({ issuer: provider, subject })
      if (IdentityId !== undefined && IdentityId !== identityId) {
        throw new AwsError(
          'DeveloperUserAlreadyRegisteredException',
          'The developer user identifier is already registered with another identity.',
        )
      }
      // How the user signed in, in AWS's format.
      const amr = ['authenticated', provider, `${provider}:${pool.id}:${subject}`]
      const token = await pool.openIdIssuer.sign({ sub: identityId, aud: pool.id, amr }, TokenDuration)
      return { IdentityId: identityId, Token: token }
    },
  )

/** Every call of `AWSCognitoIdentityService` that the sandbox implements. */
export const createIdentityPoolOperations = (pool: IdentityPool): ReadonlyMap<string, Operation> =>
  new Map([
    ['GetId', getId(pool)],
    ['GetCredentialsForIdentity', getCredentialsForIdentity(pool)],
    ['GetOpenIdTokenForDeveloperIdentity', getOpenIdTokenForDeveloperIdentity(pool)],
  ])
