import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { operation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import type { UserPool } from '../create-user-pool.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'

/** New tokens for a valid refresh token, which stays the same (rotation is off). */
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

const refreshInput = v.object({ ClientId: input.clientId, RefreshToken: input.token })

/** GetTokensFromRefreshToken: Amplify uses it to refresh. */
export const getTokensFromRefreshToken = (pools: UserPools) =>
  operation(refreshInput, async ({ ClientId, RefreshToken }) => ({
    AuthenticationResult: await refreshedTokens(pools.byClientId(ClientId), RefreshToken),
  }))

const revokeInput = v.object({ ClientId: input.clientId, Token: input.token })

/** RevokeToken: ends one session. An unknown token is no error (RFC 7009). */
export const revokeToken = (pools: UserPools) =>
  operation(revokeInput, async ({ ClientId, Token }) => {
    const { sessions } = pools.byClientId(ClientId)
    const session = sessions.byRefreshToken(Token)
    if (session) await sessions.revokeOne(session.id)
    return {}
  })

/** GlobalSignOut: ends every session of the user. */
export const globalSignOut = (pools: UserPools) =>
  operation(v.object({ AccessToken: input.token }), async ({ AccessToken }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    await pool.sessions.revokeAllOf(user.sub)
    return {}
  })
