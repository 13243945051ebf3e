import { AwsError } from '../aws-json/aws-error.ts'
import { userScope } from './pool-tokens.ts'
import type { UserPools } from './user-pools.ts'

/**
 * Returns the pool, the user and the session of an access token. Throws for an expired or revoked token, for
 * one of an unknown pool, for an identity token, and for one of the hosted page without the scope of a user.
 */
export const authenticate = async (pools: UserPools, accessToken: string) => {
  const pool = pools.findByToken(accessToken)
  const verification = await pool?.issuer.verify(accessToken)
  const isAccessToken =
    verification && verification.kind !== 'invalid' && verification.claims['token_use'] === 'access'
  if (!pool || !isAccessToken) {
    throw new AwsError('NotAuthorizedException', 'Invalid Access Token')
  }
  if (verification.kind === 'expired') {
    throw new AwsError('NotAuthorizedException', 'Access Token has expired')
  }

  const { sub = '', origin_jti: sessionId, scope } = verification.claims
  if (!String(scope).split(' ').includes(userScope)) {
    throw new AwsError('NotAuthorizedException', 'Access Token does not have required scopes')
  }
  const user = pool.users.findBySub(sub)
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
  const session = pool.sessions.findById(String(sessionId))
  if (!session || session.revoked) {
    throw new AwsError('NotAuthorizedException', 'Access Token has been revoked')
  }
  return { pool, user, session }
}
