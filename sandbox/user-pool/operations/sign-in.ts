import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import type { UserPool } from '../create-user-pool.ts'
import { N } from '../srp-group.ts'
import { computePasswordClaimKey, computePasswordClaimSignature } from '../srp.ts'
import type { UserPools } from '../user-pools.ts'
import * as memberSchemas from './member-schemas.ts'

/*
 * A sign-in by SRP (Secure Remote Password) proves that the client knows the password without sending it. The
 * client sends a number `A` (SRP_A); the server responds with a number `B` and the user's salt. Both compute
 * the same key, the server from the stored *verifier* of the password. The client then signs with this key.
 */

/** A hexadecimal number of at most 3072 bits. */
const srpASchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{1,768}$/i, 'SRP_A is invalid'))

const initiateInputSchema = v.variant('AuthFlow', [
  v.object({
    AuthFlow: v.literal('USER_SRP_AUTH'),
    ClientId: memberSchemas.clientId,
    AuthParameters: v.object({ USERNAME: memberSchemas.username, SRP_A: srpASchema }),
  }),
  v.object({
    AuthFlow: v.picklist(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
    ClientId: memberSchemas.clientId,
    AuthParameters: v.object({ REFRESH_TOKEN: memberSchemas.token }),
  }),
])

const createPasswordError = () => new AwsError('NotAuthorizedException', 'Incorrect username or password.')

/** Issues new tokens for a valid refresh token, which stays the same (rotation is off). */
const issueTokensByRefreshToken = async (pool: UserPool, refreshToken: string) => {
  const session = pool.sessions.findByRefreshToken(refreshToken)
  if (!session) throw new AwsError('NotAuthorizedException', 'Invalid Refresh Token')
  if (session.revoked) throw new AwsError('NotAuthorizedException', 'Refresh Token has been revoked')
  if (session.expiresAt <= pool.now()) {
    throw new AwsError('NotAuthorizedException', 'Refresh Token has expired')
  }
  const user = pool.users.findBySub(session.sub)
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
  return pool.issueTokens(user, session)
}

/** InitiateAuth: the first half of a sign-in by SRP, or a refresh of tokens. */
export const initiateAuth = (pools: UserPools) =>
  defineOperation(initiateInputSchema, async (request) => {
    const pool = pools.getByClientId(request.ClientId)
    if (request.AuthFlow !== 'USER_SRP_AUTH') {
      const tokens = await issueTokensByRefreshToken(pool, request.AuthParameters.REFRESH_TOKEN)
      return { AuthenticationResult: tokens, ChallengeParameters: {} }
    }
    const { USERNAME, SRP_A } = request.AuthParameters
    const user = pool.users.findByName(USERNAME)
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
    pool.lockout.assertUnlocked(user.sub)
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

const respondInputSchema = v.object({
  ClientId: memberSchemas.clientId,
  ChallengeName: v.literal('PASSWORD_VERIFIER'),
  ChallengeResponses: v.object({
    USERNAME: memberSchemas.username,
    PASSWORD_CLAIM_SECRET_BLOCK: v.string(),
    PASSWORD_CLAIM_SIGNATURE: v.string(),
    TIMESTAMP: v.string(),
  }),
})

/**
 * RespondToAuthChallenge: the second half of a sign-in. Checks the client's signature, which proves that it
 * knows the password. Then checks, like Cognito, whether the user is confirmed.
 */
export const respondToAuthChallenge = (pools: UserPools) =>
  defineOperation(respondInputSchema, async ({ ClientId, ChallengeResponses: response }) => {
    const pool = pools.getByClientId(ClientId)
    // A challenge is valid once. The secret block is its id. The response must name the user of the
    // challenge.
    const challenge = pool.challenges.take(response.PASSWORD_CLAIM_SECRET_BLOCK)
    const user = challenge && pool.users.findBySub(challenge.sub)
    if (!challenge || !user || pool.users.findByName(response.USERNAME)?.sub !== user.sub)
      throw createPasswordError()
    // Another attempt may have locked the sign-in since the challenge.
    pool.lockout.assertUnlocked(user.sub)

    const expected = computePasswordClaimSignature({
      poolName: pool.name,
      userId: user.sub,
      key: computePasswordClaimKey(challenge),
      secretBlock: response.PASSWORD_CLAIM_SECRET_BLOCK,
      timestamp: response.TIMESTAMP,
    })
    const signature = Buffer.from(response.PASSWORD_CLAIM_SIGNATURE, 'base64')
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
      pool.lockout.recordMistake(user.sub)
      throw createPasswordError()
    }
    pool.lockout.recordSuccess(user.sub)
    if (user.status === 'UNCONFIRMED') {
      throw new AwsError('UserNotConfirmedException', 'User is not confirmed.')
    }
    const { session, refreshToken } = await pool.sessions.open(user.sub)
    const tokens = await pool.issueTokens(user, session)
    return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, ChallengeParameters: {} }
  })

const refreshInputSchema = v.object({ ClientId: memberSchemas.clientId, RefreshToken: memberSchemas.token })

/** GetTokensFromRefreshToken: the call that Amplify uses to refresh tokens. */
export const getTokensFromRefreshToken = (pools: UserPools) =>
  defineOperation(refreshInputSchema, async ({ ClientId, RefreshToken }) => ({
    AuthenticationResult: await issueTokensByRefreshToken(pools.getByClientId(ClientId), RefreshToken),
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
