import { AwsError } from '../aws-json/aws-error.ts'
import type { UserPools } from './user-pools.ts'

/** The pool and user of an access token. Refuses expired, revoked, foreign and identity tokens. */
export const authenticate = async (pools: UserPools, accessToken: string) => {
  const pool = pools.byToken(accessToken)
  const verified = await pool?.issuer.verify(accessToken)
  if (!pool || !verified || verified.kind === 'invalid' || verified.claims['token_use'] !== 'access') {
    throw new AwsError('NotAuthorizedException', 'Invalid Access Token')
  }
  if (verified.kind === 'expired') throw new AwsError('NotAuthorizedException', 'Access Token has expired')

  const { sub = '', origin_jti: sessionId } = verified.claims
  const user = pool.users.bySub(sub)
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
  const session = pool.sessions.byId(String(sessionId))
  if (!session || session.revoked) {
    throw new AwsError('NotAuthorizedException', 'Access Token has been revoked')
  }
  return { pool, user, session }
}
