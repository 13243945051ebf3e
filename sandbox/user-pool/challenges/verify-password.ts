import { AwsError } from '../../aws-json/aws-error.ts'
import type { UserPool } from '../create-user-pool.ts'
import { verifyPasswordClaim, type PasswordClaim } from '../srp.ts'
import type { User } from '../pool-state.ts'
import { assertMaySignIn } from './attempt.ts'
import { continueSignIn, findDevice } from './sign-in-steps.ts'

/** The response of a client to PASSWORD_VERIFIER. */
type Response = PasswordClaim & { USERNAME: string; DEVICE_KEY?: string | undefined }

const createPasswordError = () => new AwsError('NotAuthorizedException', 'Incorrect username or password.')

/** Continues a sign-in after the password was checked. Throws like `verifyPassword`. */
export const continueAfterPassword = (
  pool: UserPool,
  user: User,
  { isCorrect, deviceKey }: { isCorrect: boolean; deviceKey?: string | undefined },
) => {
  if (!isCorrect) {
    pool.lockout.recordMistake(user.sub, 'password')
    throw createPasswordError()
  }
  pool.lockout.recordSuccess(user.sub, 'password')
  if (user.status === 'UNCONFIRMED') {
    throw new AwsError('UserNotConfirmedException', 'User is not confirmed.')
  }
  return continueSignIn(pool, user, deviceKey)
}

/**
 * Throws ResourceNotFoundException if the client names a device that was forgotten. The challenge stays valid,
 * because clients then repeat their response without the device.
 */
const assertDeviceExists = (pool: UserPool, { USERNAME, DEVICE_KEY }: Response): void => {
  const user = pool.users.findByName(USERNAME)
  if (user) findDevice(pool, user, DEVICE_KEY)
}

/**
 * Checks the client's signature, which proves that it knows the password. Then checks, like Cognito, whether
 * the user is confirmed, and continues the sign-in.
 */
export const verifyPassword = async (pool: UserPool, claim: Response) => {
  assertDeviceExists(pool, claim)
  // A challenge is valid once. The secret block is its id. The response must name the user of the challenge.
  const challenge = pool.srpChallenges.take(claim.PASSWORD_CLAIM_SECRET_BLOCK)
  const user = challenge && pool.users.findBySub(challenge.sub)
  if (!challenge || !user || pool.users.findByName(claim.USERNAME)?.sub !== user.sub)
    throw createPasswordError()
  assertMaySignIn(user)
  // Another attempt may have locked the sign-in since the challenge.
  pool.lockout.assertUnlocked(user.sub)

  const isCorrect = verifyPasswordClaim(challenge, { poolName: pool.name, userId: user.sub }, claim)
  return continueAfterPassword(pool, user, { isCorrect, deviceKey: claim.DEVICE_KEY })
}
