import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt'
import * as v from 'valibot'
import type { Env } from '../../src/config/env.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Fetch } from './identity.ts'
import { ProviderUnavailableError } from './provider-unavailable.ts'

const timeoutMs = 5000

const userSchema = v.object({ UserMFASettingList: v.optional(v.array(v.string()), []) })

/** Cognito's errors for a token that has been revoked, or whose user no longer exists. */
const rejectedTokenSchema = v.object({
  __type: v.pipe(v.string(), v.regex(/(?:^|#)(?:NotAuthorized|UserNotFound|PasswordResetRequired)Exception/)),
})

/**
 * Returns a function that asks a user pool whether the account of an access token has a second factor. The
 * token must have been verified; the pool may have revoked it since. Throws `ProviderUnavailableError` if the
 * pool does not respond or fails.
 */
export const createUserPoolFactors = (
  { userPoolEndpoint }: Pick<Env, 'userPoolEndpoint'>,
  send: Fetch = fetch,
) => {
  const fetchUser = async (accessToken: string): Promise<{ isOk: boolean; body: unknown }> => {
    const issuer = String(decomposeUnverifiedJwt(accessToken).payload.iss)
    try {
      const response = await send(userPoolEndpoint ?? new URL(issuer).origin, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-amz-json-1.1',
          'X-Amz-Target': 'AWSCognitoIdentityProviderService.GetUser',
        },
        body: JSON.stringify({ AccessToken: accessToken }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { isOk: response.ok, body: await response.json() }
    } catch (error) {
      throw new ProviderUnavailableError('user-pool', 'A user pool does not respond.', { cause: error })
    }
  }

  return async (accessToken: string): Promise<Result<boolean, 'identity-refused'>> => {
    const { isOk, body } = await fetchUser(accessToken)
    if (!isOk && v.is(rejectedTokenSchema, body)) return fail('identity-refused')
    const user = v.safeParse(userSchema, body)
    if (!isOk || !user.success)
      throw new ProviderUnavailableError('user-pool', 'A user pool failed to return a user.')
    return ok(user.output.UserMFASettingList.length > 0)
  }
}
