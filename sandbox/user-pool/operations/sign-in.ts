import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { operation } from '../../aws-json/operation.ts'
import { passwordClaimKey, passwordClaimSignature } from '../srp.ts'
import { N } from '../srp-group.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'
import { authenticate } from '../authenticate.ts'
import type { UserPool } from '../create-user-pool.ts'

const srpA = v.pipe(v.string(), v.regex(/^[0-9a-f]{1,768}$/i, 'SRP_A is invalid'))

const initiateInput = v.variant('AuthFlow', [
  v.object({
    AuthFlow: v.literal('USER_SRP_AUTH'),
    ClientId: input.clientId,
    AuthParameters: v.object({ USERNAME: input.username, SRP_A: srpA }),
  }),
  v.object({
    AuthFlow: v.picklist(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
    ClientId: input.clientId,
    AuthParameters: v.object({ REFRESH_TOKEN: input.token }),
  }),
])

/** InitiateAuth: the first half of a sign-in by SRP, or a refresh. */
export const initiateAuth = (pools: UserPools) =>
  operation(initiateInput, async (request) => {
    const pool = pools.byClientId(request.ClientId)
    if (request.AuthFlow !== 'USER_SRP_AUTH') {
      const AuthenticationResult = await refreshedTokens(pool, request.AuthParameters.REFRESH_TOKEN)
      return { AuthenticationResult, ChallengeParameters: {} }
    }
    const { USERNAME, SRP_A } = request.AuthParameters
    const user = pool.users.byName(USERNAME)
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
    pool.lockout.check(user.sub)
    const A = BigInt(`0x${SRP_A}`)
    // If A were 0 (mod N), the shared key would not depend on the password.
    if (A % N === 0n) throw new AwsError('InvalidParameterException', 'SRP_A is invalid')

    const verifier = BigInt(`0x${user.verifier}`)
    const { secretBlock, B } = pool.challenges.start({ sub: user.sub, verifier, A })
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        USERNAME: user.sub,
        USER_ID_FOR_SRP: user.sub,
        SALT: user.salt,
        SRP_B: B.toString(16),
        SECRET_BLOCK: secretBlock,
      },
    }
  })

const respondInput = v.object({
  ClientId: input.clientId,
  ChallengeName: v.literal('PASSWORD_VERIFIER'),
  ChallengeResponses: v.object({
    USERNAME: input.username,
    PASSWORD_CLAIM_SECRET_BLOCK: v.string(),
    PASSWORD_CLAIM_SIGNATURE: v.string(),
    TIMESTAMP: v.string(),
  }),
})

/** RespondToAuthChallenge: the second half of a sign-in. Checks the status after the password, as Cognito. */
export const respondToAuthChallenge = (pools: UserPools) =>
  operation(respondInput, async ({ ClientId, ChallengeResponses: response }) => {
    const pool = pools.byClientId(ClientId)
    const challenge = pool.challenges.take(response.PASSWORD_CLAIM_SECRET_BLOCK)
    const user = challenge && pool.users.bySub(challenge.sub)
    if (!challenge || !user || pool.users.byName(response.USERNAME)?.sub !== user.sub) throw wrongPassword()
    pool.lockout.check(user.sub)

    const expected = passwordClaimSignature({
      poolName: pool.name,
      userId: user.sub,
      key: passwordClaimKey(challenge),
      secretBlock: response.PASSWORD_CLAIM_SECRET_BLOCK,
      timestamp: response.TIMESTAMP,
    })
    const given = Buffer.from(response.PASSWORD_CLAIM_SIGNATURE, 'base64')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      pool.lockout.mistake(user.sub)
      throw wrongPassword()
    }
    pool.lockout.success(user.sub)
    if (user.status === 'UNCONFIRMED') {
      throw new AwsError('UserNotConfirmedException', 'User is not confirmed.')
    }
    const { session, refreshToken } = await pool.sessions.open(user.sub)
    const tokens = await pool.issueTokens(user, session)
    return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, ChallengeParameters: {} }
  })

const wrongPassword = () => new AwsError('NotAuthorizedException', 'Incorrect username or password.')

/** New tokens for a valid refresh token, which stays the same (rotation is off). */
const refreshedTokens = async (pool: UserPool, refreshToken: string) => {
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
