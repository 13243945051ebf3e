import { confirmResetPassword, resetPassword, updatePassword } from 'aws-amplify/auth'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider } from '../provider.ts'
import type { CallUserPool } from './call-user-pool.ts'
import type { UserPoolContext } from './user-pool-context.ts'
import { toAwsFault, toSignedInFault, toResult } from './user-pool-fault.ts'

type PasswordDeps = Pick<UserPoolContext, 'context'> & {
  callUserPool: CallUserPool
  session: AuthProvider['session']
  signOutLocally: () => Promise<void>
}

type PasswordMethods = Pick<
  AuthProvider,
  'requestReset' | 'resetPassword' | 'changePassword' | 'signOutEverywhere'
>

/** Replaces a forgotten password, changes a known one, and ends all sessions. */
export const createUserPoolPasswords = ({
  context,
  callUserPool,
  session,
  signOutLocally,
}: PasswordDeps): PasswordMethods => ({
  requestReset: (email) =>
    toResult(async () => {
      await resetPassword(context, { username: email })
    }),

  resetPassword: ({ email, code, password }) =>
    toResult(() =>
      confirmResetPassword(context, { username: email, confirmationCode: code, newPassword: password }),
    ),

  changePassword: (oldPassword, newPassword) =>
    toResult(() => updatePassword(context, { oldPassword, newPassword }), toSignedInFault),

  // Amplify's own global sign-out removes the tokens even if it could not call the pool.
  signOutEverywhere: async () => {
    const currentSession = await session()
    if (!currentSession.ok) return currentSession
    const response = await callUserPool('GlobalSignOut', { AccessToken: currentSession.value.accessToken })
    if (!response.ok) return fail(toAwsFault(response.error))
    await signOutLocally()
    return ok(undefined)
  },
})
