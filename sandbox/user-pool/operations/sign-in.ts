import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import { assertMaySignIn } from '../challenges/attempt.ts'
import { parsePublicValue } from '../srp.ts'
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
    AuthFlow: v.picklist(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
    ClientId: memberSchemas.clientId,
    AuthParameters: v.object({
      REFRESH_TOKEN: memberSchemas.token,
      DEVICE_KEY: v.optional(memberSchemas.deviceKey),
    }),
  }),
])

/**
 * InitiateAuth: the first half of a sign-in by SRP, or a refresh of tokens. Throws UserNotFoundException,
 * PasswordResetRequiredException, or NotAuthorizedException for a disabled user and during a lockout.
 */
export const initiateAuth = (pools: UserPools) =>
  defineOperation(initiateInputSchema, async (request) => {
    const pool = pools.getByClientId(request.ClientId)
    if (request.AuthFlow !== 'USER_SRP_AUTH') {
      const tokens = await issueTokensByRefreshToken(
        pool,
        request.AuthParameters.REFRESH_TOKEN,
        request.AuthParameters.DEVICE_KEY,
      )
      return { AuthenticationResult: tokens, ChallengeParameters: {} }
    }
    const { USERNAME, SRP_A } = request.AuthParameters
    const user = pool.users.findByName(USERNAME)
    if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
    assertMaySignIn(user)
    pool.lockout.assertUnlocked(user.sub)
    const A = parsePublicValue(SRP_A)
    const verifier = BigInt(`0x${user.verifier}`)
    const { secretBlock, B } = pool.srpChallenges.start({ sub: user.sub, verifier, A })
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
