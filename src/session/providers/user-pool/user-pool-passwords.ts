import { confirmResetPassword, resetPassword, updatePassword } from 'aws-amplify/auth'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider } from '../provider.ts'
import type { CallPool } from './call-pool.ts'
import type { UserPoolContext } from './user-pool-context.ts'
import { attempt, faultNamed, signedInFault } from './user-pool-fault.ts'

type Deps = Pick<UserPoolContext, 'context'> & {
  callPool: CallPool
  session: AuthProvider['session']
  leave: () => Promise<void>
}

type Passwords = Pick<AuthProvider, 'requestReset' | 'resetPassword' | 'changePassword' | 'signOutEverywhere'>

/** Replaces a forgotten password, changes a known one, and ends all sessions. */
export const createUserPoolPasswords = ({ context, callPool, session, leave }: Deps): Passwords => ({
  requestReset: (email) =>
    attempt(async () => {
      await resetPassword(context, { username: email })
    }),

  resetPassword: ({ email, code, password }) =>
    attempt(() =>
      confirmResetPassword(context, { username: email, confirmationCode: code, newPassword: password }),
    ),

  changePassword: (oldPassword, newPassword) =>
    attempt(() => updatePassword(context, { oldPassword, newPassword }), signedInFault),

  // Amplify's own global sign-out removes the tokens even if it could not call the pool.
  signOutEverywhere: async () => {
    const current = await session()
    if (!current.ok) return current
    const ended = await callPool('GlobalSignOut', { AccessToken: current.value.accessToken })
    if (!ended.ok) return fail(faultNamed(ended.error.kind === 'unreadable' ? 'Unknown' : ended.error.name))
    await leave()
    return ok(undefined)
  },
})
