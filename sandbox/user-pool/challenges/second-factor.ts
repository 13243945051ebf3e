import { AwsError } from '../../aws-json/aws-error.ts'
import type { UserPool } from '../create-user-pool.ts'
import { factorNames, type Factor, type User } from '../pool-state.ts'
import { enableFactor, listActiveFactors } from '../second-factors.ts'
import { addUsedStep, findTotpStep } from '../totp.ts'
import type { Attempt } from './attempt.ts'
import { createInvalidSessionError } from './challenge-sessions.ts'
import { completeSignIn, findDevice, listFactorsToSetUp, startFactorChallenge } from './sign-in-steps.ts'

/** SELECT_MFA_TYPE: asks for the code of the factor that the user chose. */
export const selectFactor = async ({ pool, user, sessionId }: Attempt<'SELECT_MFA_TYPE'>, choice: string) => {
  const factor = factorNames.find((name) => name === choice)
  if (!factor) throw new AwsError('InvalidParameterException', `${choice} is not an MFA type.`)
  // The user or the pool may have turned the factor off since the challenge.
  if (!listActiveFactors(pool, user).includes(factor)) throw createInvalidSessionError()
  pool.challengeSessions.end(sessionId)
  return startFactorChallenge(pool, user, factor)
}

const rejectCode = (pool: UserPool, user: User): never => {
  pool.lockout.recordMistake(user.sub, 'code')
  throw new AwsError('CodeMismatchException', 'Invalid code or auth state for the user.')
}

/**
 * Returns the user with a code of the authenticator app recorded as used. Throws CodeMismatchException for a
 * wrong code and ExpiredCodeException for a used one.
 */
const acceptTotpCode = (pool: UserPool, user: User, code: string): User => {
  const { totp } = user
  const step = totp && findTotpStep(totp.secret, code, pool.now())
  if (!totp || step === undefined) return rejectCode(pool, user)
  if (totp.usedSteps.includes(step)) {
    throw new AwsError('ExpiredCodeException', 'Your software token has already been used once.')
  }
  return { ...user, totp: { ...totp, usedSteps: addUsedStep(totp.usedSteps, step) } }
}

type CodeAttempt = Attempt<Factor>

/** Returns the user as a correct code changes them. Throws for any other code. */
const acceptCode = ({ pool, user, challenge }: CodeAttempt, code: string): User => {
  if (challenge.name === 'SOFTWARE_TOKEN_MFA') return acceptTotpCode(pool, user, code)
  if (challenge.code !== code) return rejectCode(pool, user)
  if (!challenge.shouldEnableFactor) return user
  // The code has also proven that the address is the user's.
  return { ...user, emailVerified: true, factors: enableFactor(user, challenge.name) }
}

/**
 * Ends the session of an attempt if the code is correct, and returns the user. After a wrong code
 * (CodeMismatchException) or a used one (ExpiredCodeException) the session stays usable. Throws
 * NotAuthorizedException while too many wrong codes lock the sign-in, and if the user or the pool has turned
 * the factor off.
 */
export const acceptFactorCode = async (attempt: CodeAttempt, code: string): Promise<User> => {
  const { pool, user, sessionId, challenge } = attempt
  const isSettingUp = challenge.name !== 'SOFTWARE_TOKEN_MFA' && challenge.shouldEnableFactor
  const allowedFactors = isSettingUp ? listFactorsToSetUp(pool, user) : listActiveFactors(pool, user)
  if (!allowedFactors.includes(challenge.name)) throw createInvalidSessionError()
  pool.lockout.assertUnlocked(user.sub)

  const changed = acceptCode(attempt, code)
  pool.challengeSessions.end(sessionId)
  pool.lockout.recordSuccess(user.sub, 'code')
  if (changed !== user) await pool.users.change(user.sub, () => changed)
  return changed
}

/**
 * SOFTWARE_TOKEN_MFA, EMAIL_OTP and SMS_MFA: completes the sign-in if the code is correct, and throws like
 * `acceptFactorCode` otherwise. Throws ResourceNotFoundException for a device that was forgotten.
 */
export const verifyFactorCode = async (attempt: CodeAttempt, code: string, deviceKey?: string) => {
  const device = findDevice(attempt.pool, attempt.user, deviceKey)
  return completeSignIn(attempt.pool, await acceptFactorCode(attempt, code), device?.key)
}
