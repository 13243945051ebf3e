import * as v from 'valibot'
import { AwsError } from '../aws-json/aws-error.ts'
import { operation } from '../aws-json/operation.ts'
import type { IdentityPool } from './create-identity-pool.ts'
import { assertDeveloperSignature } from './developer-signature.ts'
import * as input from './input.ts'
import { onlyLogin } from './verify-login.ts'

const schema = v.object({
  IdentityPoolId: input.identityId,
  IdentityId: v.optional(input.identityId),
  Logins: input.logins,
  TokenDuration: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)), 900),
})

/**
 * GetOpenIdTokenForDeveloperIdentity: a backend that signed someone in by itself vouches for them, by its AWS key, and gets
 * a token for which GetCredentialsForIdentity hands out credentials.
 */
export const getOpenIdTokenForDeveloperIdentity = (pool: IdentityPool) =>
  operation(schema, async ({ IdentityPoolId, IdentityId, Logins, TokenDuration }, request) => {
    assertDeveloperSignature(request, { key: pool.developerKey, region: pool.region, now: pool.now() })
    pool.assertThisPool(IdentityPoolId)
    const [provider, subject] = onlyLogin(Logins)
    if (provider !== pool.developerProvider) {
      throw new AwsError(
        'InvalidParameterException',
        `${provider} is not the developer provider of this pool.`,
      )
    }
    const identityId = await pool.identityOf({ issuer: provider, subject })
    if (IdentityId !== undefined && IdentityId !== identityId) {
      throw new AwsError(
        'DeveloperUserAlreadyRegisteredException',
        'The developer user identifier is already registered with another identity.',
      )
    }
    const amr = ['authenticated', provider, `${provider}:${pool.id}:${subject}`]
    const Token = await pool.openIdTokens.sign({ sub: identityId, aud: pool.id, amr }, TokenDuration)
    return { IdentityId: identityId, Token }
  })
