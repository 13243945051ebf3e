import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import type { UserPool } from '../create-user-pool.ts'
import type { UserPools } from '../user-pools.ts'
import * as memberSchemas from './member-schemas.ts'

/**
 * Issues new tokens for a valid refresh token, which stays the same (rotation is off). If the sign-in was made
 * on a tracked device, the client has to name that device, which must not be forgotten.
 */
export const issueTokensByRefreshToken = async (
  pool: UserPool,
  refreshToken: string,
  deviceKey: string | undefined,
) => {
  const session = pool.sessions.findByRefreshToken(refreshToken)
  if (!session) throw new AwsError('NotAuthorizedException', 'Invalid Refresh Token')
  const user = pool.users.findBySub(session.sub)
  if (user?.disabled) throw new AwsError('NotAuthorizedException', 'User is disabled.')
  if (session.revoked) throw new AwsError('NotAuthorizedException', 'Refresh Token has been revoked')
  if (session.expiresAt <= pool.now()) {
    throw new AwsError('NotAuthorizedException', 'Refresh Token has expired')
  }
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
  const hasDevice = user.devices?.some(({ key }) => key === session.deviceKey)
  if (session.deviceKey !== undefined && (deviceKey !== session.deviceKey || !hasDevice)) {
    throw new AwsError('NotAuthorizedException', 'Invalid Refresh Token')
  }
  return pool.issueTokens(user, session)
}

const refreshInputSchema = v.object({
  ClientId: memberSchemas.clientId,
  RefreshToken: memberSchemas.token,
  DeviceKey: v.optional(memberSchemas.deviceKey),
})

/** GetTokensFromRefreshToken: the call that Amplify uses to refresh tokens. */
export const getTokensFromRefreshToken = (pools: UserPools) =>
  defineOperation(refreshInputSchema, async ({ ClientId, RefreshToken, DeviceKey }) => ({
    AuthenticationResult: await issueTokensByRefreshToken(
      pools.getByClientId(ClientId),
      RefreshToken,
      DeviceKey,
    ),
  }))

const revokeInputSchema = v.object({ ClientId: memberSchemas.clientId, Token: memberSchemas.token })

/** RevokeToken: ends one session. An unknown token is not an error (RFC 7009). */
export const revokeToken = (pools: UserPools) =>
  defineOperation(revokeInputSchema, async ({ ClientId, Token }) => {
    const { sessions } = pools.getByClientId(ClientId)
    const session = sessions.findByRefreshToken(Token)
    if (session) await sessions.revokeOne(session.id)
    return {}
  })

/** GlobalSignOut: ends every session of the user. */
export const globalSignOut = (pools: UserPools) =>
  defineOperation(v.object({ AccessToken: memberSchemas.token }), async ({ AccessToken }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    await pool.sessions.revokeAll(user.sub)
    return {}
  })
