import { AwsError } from '../../aws-json/aws-error.ts'
import { listMissingAttributes, toAttributes } from '../attributes.ts'
import { createDigits, maskEmail, maskPhone } from '../code-sender.ts'
import type { UserPool } from '../create-user-pool.ts'
import type { Factor, User } from '../pool-state.ts'
import { listActiveFactors, listOfferedFactors } from '../second-factors.ts'
import type { Challenge } from './challenge-sessions.ts'

/** Creates the response that asks for the next step of a sign-in. */
const createChallengeResponse = (
  pool: UserPool,
  user: User,
  challenge: Challenge,
  parameters: Record<string, string> = {},
) => ({
  ChallengeName: challenge.name,
  Session: pool.challengeSessions.start(user.sub, challenge),
  ChallengeParameters: { USER_ID_FOR_SRP: user.sub, ...parameters },
})

/** Ends a sign-in with tokens. */
export const completeSignIn = async (pool: UserPool, user: User) => {
  const { session, refreshToken } = await pool.sessions.open(user.sub)
  const tokens = await pool.issueTokens(user, session)
  return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, ChallengeParameters: {} }
}

/** Sends a code by email or as a text message, and asks for it. */
export const startCodeChallenge = async (
  pool: UserPool,
  user: User,
  { name, setsUp = false }: { name: 'EMAIL_OTP' | 'SMS_MFA'; setsUp?: boolean },
) => {
  const code = createDigits()
  const phone = user.attributes['phone_number'] ?? ''
  const { to, medium, destination } =
    name === 'EMAIL_OTP'
      ? { to: user.email, medium: 'EMAIL', destination: maskEmail(user.email) }
      : { to: phone, medium: 'SMS', destination: maskPhone(phone) }
  await pool.deliverCode({ to, purpose: 'sign-in', code })
  return createChallengeResponse(
    pool,
    user,
    { name, code, setsUp },
    { CODE_DELIVERY_DELIVERY_MEDIUM: medium, CODE_DELIVERY_DESTINATION: destination },
  )
}

/** Asks for the code of a second factor. */
export const startFactorChallenge = (pool: UserPool, user: User, factor: Factor) =>
  factor === 'SOFTWARE_TOKEN_MFA'
    ? createChallengeResponse(pool, user, { name: factor })
    : startCodeChallenge(pool, user, { name: factor })

const startNewPasswordChallenge = (pool: UserPool, user: User) => {
  const expiresAt = user.temporaryPasswordExpiresAt
  if (expiresAt !== undefined && expiresAt <= pool.now()) {
    throw new AwsError(
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
    )
  }
  const missing = listMissingAttributes(user).map((name) => `userAttributes.${name}`)
  return createChallengeResponse(
    pool,
    user,
    { name: 'NEW_PASSWORD_REQUIRED' },
    { requiredAttributes: JSON.stringify(missing), userAttributes: JSON.stringify(toAttributes(user)) },
  )
}

/**
 * Lists the factors that a user can set up during a sign-in. A user who has one can not, because the password
 * alone would then be enough to get around it.
 */
export const listFactorsToSetUp = (pool: UserPool, user: User): readonly Factor[] =>
  listActiveFactors(pool, user).length > 0
    ? []
    : listOfferedFactors(pool).filter((factor) => factor !== 'SMS_MFA')

/**
 * Continues a sign-in whose password was right: with the challenge of a new password, then of a second factor
 * or its set-up, then with tokens. Throws NotAuthorizedException if a temporary password has expired.
 */
export const continueSignIn = async (pool: UserPool, user: User): Promise<object> => {
  if (user.status === 'FORCE_CHANGE_PASSWORD') return startNewPasswordChallenge(pool, user)

  const active = listActiveFactors(pool, user)
  const factor = active.find((name) => name === user.factors?.preferred) ?? active[0]
  if (active.length > 1 && factor !== user.factors?.preferred) {
    const choices = { MFAS_CAN_CHOOSE: JSON.stringify(active) }
    return createChallengeResponse(pool, user, { name: 'SELECT_MFA_TYPE' }, choices)
  }
  if (factor) return startFactorChallenge(pool, user, factor)
  if (pool.mfa.get().configuration === 'ON') {
    const choices = { MFAS_CAN_SETUP: JSON.stringify(listFactorsToSetUp(pool, user)) }
    return createChallengeResponse(pool, user, { name: 'MFA_SETUP' }, choices)
  }
  return completeSignIn(pool, user)
}
