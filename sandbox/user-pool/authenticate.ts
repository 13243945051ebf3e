import { AwsError } from '../aws-json/aws-error.ts'
import type { UserPools } from './user-pools.ts'

/**
 * Returns the pool, the user and the session of an access token. Throws for an expired or revoked token, for
 * one of an unknown pool, and for an identity token.
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

  const { sub = '', origin_jti: sessionId } = verification.claims
  const user = pool.users.findBySub(sub)
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
  const session = pool.sessions.findById(String(sessionId))
  if (!session || session.revoked) {
    throw new AwsError('NotAuthorizedException', 'Access Token has been revoked')
  }
  return { pool, user, session }
}
