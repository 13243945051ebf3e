import { AwsError } from '../../aws-json/aws-error.ts'
import type { UserPool } from '../create-user-pool.ts'

/** New tokens for a refresh token that is still good. The refresh token itself stays (rotation is off). */
export const refreshedTokens = async (pool: UserPool, refreshToken: string) => {
  const session = pool.sessions.byRefreshToken(refreshToken)
  if (!session) throw new AwsError('NotAuthorizedException', 'Invalid Refresh Token')
  if (session.revoked) throw new AwsError('NotAuthorizedException', 'Refresh Token has been revoked')
  if (session.expiresAt <= pool.now()) {
    throw new AwsError('NotAuthorizedException', 'Refresh Token has expired')
  }
  const user = pool.users.bySub(session.sub)
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
  return pool.issueTokens(user, session)
}
