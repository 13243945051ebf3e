import { AwsError } from '../../aws-json/aws-error.ts'
import type { UserPool } from '../create-user-pool.ts'
import type { User } from '../pool-state.ts'
import { createInvalidSessionError, type Challenge } from './challenge-sessions.ts'

/** A response to a challenge, with the user and the session that it belongs to. */
export type Attempt<Name extends Challenge['name']> = {
  pool: UserPool
  user: User
  sessionId: string
  challenge: Extract<Challenge, { name: Name }>
}

/**
 * Throws NotAuthorizedException for a disabled user, and PasswordResetRequiredException if the password has
 * to be reset, whether the client knows it or not.
 */
export const assertMaySignIn = (user: User) => {
  if (user.disabled) throw new AwsError('NotAuthorizedException', 'User is disabled.')
  if (user.status === 'RESET_REQUIRED') {
    throw new AwsError('PasswordResetRequiredException', 'Password reset required for the user')
  }
}

const isNamed = <Name extends Challenge['name']>(
  challenge: Challenge,
  name: Name,
): challenge is Extract<Challenge, { name: Name }> => challenge.name === name

/** `username` is absent if a call names only the session. */
type SessionOwner = { sessionId: string; username?: string }

/**
 * Returns the attempt that a session belongs to. Throws NotAuthorizedException if the session is unknown, was
 * used or has expired, and if it belongs to another challenge or user. Throws too if the user may not sign
 * in.
 */
export const openAttempt = <Name extends Challenge['name']>(
  pool: UserPool,
  name: Name,
  { sessionId, username }: SessionOwner,
): Attempt<Name> => {
  const { sub, challenge } = pool.challengeSessions.require(sessionId)
  const user = pool.users.findBySub(sub)
  const isOfUser = username === undefined || pool.users.findByName(username)?.sub === sub
  if (!user || !isOfUser || !isNamed(challenge, name)) throw createInvalidSessionError()
  assertMaySignIn(user)
  return { pool, user, sessionId, challenge }
}
