import { timingSafeEqual } from 'node:crypto'
import { AwsError } from '../../aws-json/aws-error.ts'
import type { UserPool } from '../create-user-pool.ts'
import { computePasswordClaimKey, computePasswordClaimSignature } from '../srp.ts'
import { assertMaySignIn } from './attempt.ts'
import { continueSignIn } from './sign-in-steps.ts'

/** The response of a client to PASSWORD_VERIFIER. */
type PasswordClaim = {
  USERNAME: string
  PASSWORD_CLAIM_SECRET_BLOCK: string
  PASSWORD_CLAIM_SIGNATURE: string
  TIMESTAMP: string
}

const createPasswordError = () => new AwsError('NotAuthorizedException', 'Incorrect username or password.')

/**
 * Checks the client's signature, which proves that it knows the password. Then checks, like Cognito, whether
 * the user is confirmed, and continues the sign-in.
 */
export const verifyPassword = async (pool: UserPool, claim: PasswordClaim) => {
  // A challenge is valid once. The secret block is its id. The response must name the user of the challenge.
  const challenge = pool.srpChallenges.take(claim.PASSWORD_CLAIM_SECRET_BLOCK)
  const user = challenge && pool.users.findBySub(challenge.sub)
  if (!challenge || !user || pool.users.findByName(claim.USERNAME)?.sub !== user.sub)
    throw createPasswordError()
  assertMaySignIn(user)
  // Another attempt may have locked the sign-in since the challenge.
  pool.lockout.assertUnlocked(user.sub)

  const expected = computePasswordClaimSignature({
    poolName: pool.name,
    userId: user.sub,
    key: computePasswordClaimKey(challenge),
    secretBlock: claim.PASSWORD_CLAIM_SECRET_BLOCK,
    timestamp: claim.TIMESTAMP,
  })
  const signature = Buffer.from(claim.PASSWORD_CLAIM_SIGNATURE, 'base64')
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    pool.lockout.recordMistake(user.sub, 'password')
    throw createPasswordError()
  }
  pool.lockout.recordSuccess(user.sub, 'password')
  if (user.status === 'UNCONFIRMED') {
    throw new AwsError('UserNotConfirmedException', 'User is not confirmed.')
  }
  return continueSignIn(pool, user)
}
