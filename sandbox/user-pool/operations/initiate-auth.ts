import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { operation } from '../../aws-json/operation.ts'
import { N } from '../srp-group.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'
import { refreshedTokens } from './refreshed-tokens.ts'

const srpA = v.pipe(v.string(), v.regex(/^[0-9a-f]{1,768}$/i, 'SRP_A is invalid'))

const schema = v.variant('AuthFlow', [
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
  operation(schema, async (request) => {
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
    // With A = 0 (mod N) the shared key would not depend on the password.
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
