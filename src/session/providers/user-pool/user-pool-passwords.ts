import { confirmResetPassword, deleteUser, resetPassword, signIn, updatePassword } from 'aws-amplify/auth'
import type { Env } from '../../../config/env.ts'
import type { PoolName } from '../../../config/locales.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider } from '../provider.ts'
import type { CallUserPool } from './call-user-pool.ts'
import type { TokenStorage } from './token-storage.ts'
import { createUserPoolContext, type UserPoolContext } from './user-pool-context.ts'
import { toAwsFault, toResult, toSignedInFault, toUnfinishedSignInFault } from './user-pool-fault.ts'

/** Creates a token storage in memory, so that a sign-in leaves the stored session of the device unchanged. */
const createMemoryStorage = (): TokenStorage => {
  const values = new Map<string, string>()
  return {
    getItem: async (key) => values.get(key) ?? null,
    setItem: async (key, value) => void values.set(key, value),
    removeItem: async (key) => void (key !== undefined && values.delete(key)),
    clear: async () => values.clear(),
    keys: async () => [...values.keys()],
    settled: async () => undefined,
  }
}

/**
 * Checks a password with a separate sign-in, because a wrong password must not end the stored session.
 * `deleteAccount` uses this sign-in.
 */
const createCheckPassword =
  ({ env, pool }: { env: Env; pool: PoolName }): AuthProvider['checkPassword'] =>
  async (email, password) => {
    const { context } = createUserPoolContext(env, pool, createMemoryStorage())
    const signedIn = await toResult(() => signIn(context, { username: email, password }))
    if (!signedIn.ok) return signedIn
    const { signInStep } = signedIn.value.nextStep
    if (signInStep !== 'DONE') return fail(toUnfinishedSignInFault(signInStep))
    const tokens = await toResult(() => context.getTokens({ forceRefresh: false }))
    if (!tokens.ok) return tokens
    // If Amplify has no tokens, the product API refuses the empty one.
    const accessToken = tokens.value?.accessToken.toString() ?? ''
    const deleteAccount = () =>
      toResult(async () => {
        await deleteUser(context)
        return 'deleted' as const
      }, toSignedInFault)
    return ok({ accessToken, deleteAccount })
  }

type PasswordDeps = Pick<UserPoolContext, 'context'> & {
  env: Env
  pool: PoolName
  callUserPool: CallUserPool
  session: AuthProvider['session']
  signOutLocally: () => Promise<void>
}

type PasswordMethods = Pick<
  AuthProvider,
  'requestReset' | 'resetPassword' | 'changePassword' | 'checkPassword' | 'signOutEverywhere'
>

/** Replaces a forgotten password, changes or checks a known one, and ends all sessions. */
export const createUserPoolPasswords = ({
  context,
  env,
  pool,
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

  checkPassword: createCheckPassword({ env, pool }),

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
