import type { AuthFailure } from '../session/auth-failure.ts'
import type { AuthProvider } from '../session/providers/provider.ts'

/**
 * Adds to the refusal of a password why no password may be right: coaches who sign in only through an
 * organisation have none at the user pool.
 */
export const explainWrongPassword = (
  failure: AuthFailure,
  { loadHosted }: Pick<AuthProvider, 'loadHosted'>,
): AuthFailure =>
  loadHosted && failure.message === 'changePassword.oldPasswordWrong'
    ? { ...failure, reason: 'hostedSignIn.noPassword' }
    : failure
