import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import { assertMaySignIn } from '../challenges/attempt.ts'
import { startSrp, startUserAuth } from '../challenges/first-factor.ts'
import type { UserPools } from '../user-pools.ts'
import * as memberSchemas from './member-schemas.ts'
import { issueTokensByRefreshToken } from './tokens.ts'

/*
 * A sign-in by SRP (Secure Remote Password) proves that the client knows the password without sending it. The
 * client sends a number `A` (SRP_A); the server responds with a number `B` and the user's salt. Both compute
 * the same key, the server from the stored *verifier* of the password. The client then signs with this key.
 */

const initiateInputSchema = v.variant('AuthFlow', [
  v.object({
    AuthFlow: v.literal('USER_SRP_AUTH'),
    ClientId: memberSchemas.clientId,
    AuthParameters: v.object({ USERNAME: memberSchemas.username, SRP_A: memberSchemas.srpA }),
  }),
  v.object({
    AuthFlow: v.literal('USER_AUTH'),
    ClientId: memberSchemas.clientId,
    AuthParameters: v.object({
      USERNAME: memberSchemas.username,
      PREFERRED_CHALLENGE: v.optional(v.string()),
      SRP_A: v.optional(memberSchemas.srpA),
      PASSWORD: v.optional(memberSchemas.password),
    }),
  }),
  v.object({
    AuthFlow: v.picklist(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
    ClientId: memberSchemas.clientId,
    AuthParameters: v.object({
      REFRESH_TOKEN: memberSchemas.token,
      DEVICE_KEY: v.optional(memberSchemas.deviceKey),
    }),
  }),
])

/**
 * InitiateAuth: the first half of a sign-in by SRP, a sign-in whose first factor the client chooses, or a
 * refresh of tokens. Throws UserNotFoundException, PasswordResetRequiredException, or NotAuthorizedException
 * for a disabled user and during a lockout.
 */
export const initiateAuth = (pools: UserPools) =>
  defineOperation(initiateInputSchema, async (request) => {
    const pool = pools.getByClientId(request.ClientId)
    if (request.AuthFlow !== 'USER_SRP_AUTH' && request.AuthFlow !== 'USER_AUTH') {
      const tokens = await issueTokensByRefreshToken(
        pool,
        request.AuthParameters.REFRESH_TOKEN,
        request.AuthParameters.DEVICE_KEY,
      )
      return { AuthenticationResult: tokens, ChallengeParameters: {} }
    }
    const user = pool.users.findByName(request.AuthParameters.USERNAME)
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
    assertMaySignIn(user)
    pool.lockout.assertUnlocked(user.sub)
    if (request.AuthFlow === 'USER_SRP_AUTH') return startSrp(pool, user, request.AuthParameters.SRP_A)
    const { PREFERRED_CHALLENGE: preferred, SRP_A, PASSWORD } = request.AuthParameters
    return startUserAuth(pool, user, { preferred, SRP_A, PASSWORD })
  })
