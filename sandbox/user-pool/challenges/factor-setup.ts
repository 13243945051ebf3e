import { AwsError } from '../../aws-json/aws-error.ts'
import { enableFactor } from '../second-factors.ts'
import type { Attempt } from './attempt.ts'
import { createInvalidSessionError } from './challenge-sessions.ts'
import { completeSignIn, listFactorsToSetUp, startCodeChallenge } from './sign-in-steps.ts'

/**
 * MFA_SETUP: with `email` sends a code, whose EMAIL_OTP challenge completes the set-up. Otherwise completes
 * the sign-in of a user whose authenticator app VerifySoftwareToken has verified with this session. Throws
 * InvalidParameterException if it has not, and for an address that is not the user's, and
 * NotAuthorizedException if the pool has stopped offering the factor, or if the user has got one meanwhile.
 */
export const setUpFactor = async (
  { pool, user, sessionId, challenge }: Attempt<'MFA_SETUP'>,
  email: string | undefined,
) => {
  const factor = email === undefined ? 'SOFTWARE_TOKEN_MFA' : 'EMAIL_OTP'
  if (!listFactorsToSetUp(pool, user).includes(factor)) throw createInvalidSessionError()
  if (email !== undefined) {
    // The address is the user name, so it cannot change.
    if (email.toLowerCase() !== user.email) {
      throw new AwsError('InvalidParameterException', 'user.email: Attribute cannot be updated.')
    }
    pool.challengeSessions.end(sessionId)
    return startCodeChallenge(pool, user, { name: 'EMAIL_OTP', shouldEnableFactor: true })
  }

  if (!challenge.verified) {
    throw new AwsError('InvalidParameterException', 'User has not verified software token mfa')
  }
  pool.challengeSessions.end(sessionId)
  const changed = { ...user, factors: enableFactor(user, factor) }
  await pool.users.change(user.sub, () => changed)
  return completeSignIn(pool, changed)
}
