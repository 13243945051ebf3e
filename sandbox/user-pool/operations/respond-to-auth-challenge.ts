import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { operation } from '../../aws-json/operation.ts'
import { passwordClaimKey, passwordClaimSignature } from '../srp.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'

const schema = v.object({
  ClientId: input.clientId,
  ChallengeName: v.literal('PASSWORD_VERIFIER'),
  ChallengeResponses: v.object({
    USERNAME: input.username,
    PASSWORD_CLAIM_SECRET_BLOCK: v.string(),
    PASSWORD_CLAIM_SIGNATURE: v.string(),
    TIMESTAMP: v.string(),
  }),
})

/** RespondToAuthChallenge: the second half of a sign-in. Cognito looks at the status only after the password was right. */
export const respondToAuthChallenge = (pools: UserPools) =>
  operation(schema, async ({ ClientId, ChallengeResponses: answer }) => {
    const pool = pools.byClientId(ClientId)
    const challenge = pool.challenges.take(answer.PASSWORD_CLAIM_SECRET_BLOCK)
    const user = challenge && pool.users.bySub(challenge.sub)
    if (!challenge || !user || pool.users.byName(answer.USERNAME)?.sub !== user.sub) throw wrongPassword()
    pool.lockout.check(user.sub)

    const expected = passwordClaimSignature({
      poolName: pool.name,
      userId: user.sub,
      key: passwordClaimKey(challenge),
      secretBlock: answer.PASSWORD_CLAIM_SECRET_BLOCK,
      timestamp: answer.TIMESTAMP,
    })
    const given = Buffer.from(answer.PASSWORD_CLAIM_SIGNATURE, 'base64')
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
