import { AwsError } from '../../aws-json/aws-error.ts'
import { assertMaySignIn } from '../challenges/attempt.ts'
import type { UserPool } from '../create-user-pool.ts'
import type { Factor, User } from '../pool-state.ts'
import { listActiveFactors } from '../second-factors.ts'
import { matchesPassword } from '../user-store.ts'

/** Throws for a user who needs a step that only Cognito's page has, such as the choice of a new password. */
const assertCanUsePage = (pool: UserPool, user: User, factor: Factor | undefined) => {
  if (user.status === 'UNCONFIRMED') {
    throw new AwsError('UserNotConfirmedException', 'User is not confirmed.')
  }
  if (user.status === 'FORCE_CHANGE_PASSWORD' || (!factor && pool.mfa.get().configuration === 'ON')) {
    throw new AwsError('NotAuthorizedException', 'Sign in to the app once to complete your account.')
  }
}

/**
 * Checks the password that somebody typed into the hosted page. Returns the user, and the second factor that
 * the page has to ask for. Throws the same errors as a sign-in by SRP.
 */
export const checkPassword = (
  pool: UserPool,
  { username, password }: { username: string; password: string },
): { user: User; factor: Factor | undefined } => {
  const user = pool.users.findByName(username)
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
  assertMaySignIn(user)
  pool.lockout.assertUnlocked(user.sub)
  if (!matchesPassword(pool.name, user, password)) {
    pool.lockout.recordMistake(user.sub, 'password')
    throw new AwsError('NotAuthorizedException', 'Incorrect username or password.')
  }
  pool.lockout.recordSuccess(user.sub, 'password')
  const activeFactors = listActiveFactors(pool, user)
  const factor = activeFactors.find((name) => name === user.factors?.preferred) ?? activeFactors[0]
  assertCanUsePage(pool, user, factor)
  return { user, factor }
}
