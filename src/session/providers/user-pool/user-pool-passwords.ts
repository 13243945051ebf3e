import {
  confirmResetPassword,
  deleteUser,
  resetPassword,
  signIn,
  updatePassword,
  type AuthTokens,
} from 'aws-amplify/auth'
import type { Env } from '../../../config/env.ts'
import type { PoolName } from '../../../config/locales.ts'
import { maxSignInAgeMs } from '../../../contract/product-api/personal-data-api.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider, PasswordProof } from '../provider.ts'
import type { CallUserPool } from './call-user-pool.ts'
import type { TokenStorage } from './token-storage.ts'
import { toUnfinishedSignInFault } from './user-pool-challenge.ts'
import { createUserPoolContext, type UserPoolContext } from './user-pool-context.ts'
import { toAwsFault, toResult, toSignedInFault } from './user-pool-fault.ts'

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

/** Returns the proof that the tokens of a context carry, and that `deleteAccount` uses. */
const createProof = (
  context: UserPoolContext['context'],
  tokens: AuthTokens | null | undefined,
): PasswordProof => ({
  // If Amplify has no tokens, the product API refuses the empty one.
  accessToken: tokens?.accessToken.toString() ?? '',
  deleteAccount: () =>
    toResult(async () => {
      await deleteUser(context)
      return 'deleted' as const
    }, toSignedInFault),
})

/** Whether tokens come from a sign-in of the last minutes, to an account with this email address. */
const areFresh = ({ accessToken, idToken }: AuthTokens, email: string, now: number): boolean => {
  const signedInAt = Number(accessToken.payload['auth_time']) * 1000
  return idToken?.payload['email'] === email && now - signedInAt < maxSignInAgeMs
}

/**
 * Checks a password with a separate sign-in, because a wrong password must not end the stored session. If the
 * pool then asks for a second factor, the password was right. The stored session is the proof in this case,
 * if the coach has signed in with both in the last minutes.
 */
const createCheckPassword =
  ({ env, pool, now, context: storedContext }: CheckPasswordDeps): AuthProvider['checkPassword'] =>
  async (email, password) => {
    const { context } = createUserPoolContext(env, pool, createMemoryStorage())
    const signedIn = await toResult(() => signIn(context, { username: email, password }))
    if (!signedIn.ok) return signedIn
    const { nextStep } = signedIn.value
    const isDone = nextStep.signInStep === 'DONE'
    const provingContext = isDone ? context : storedContext
    const tokens = await toResult(() => provingContext.getTokens({ forceRefresh: false }))
    if (!tokens.ok) return tokens
    if (isDone || (tokens.value && areFresh(tokens.value, email, now())))
      return ok(createProof(provingContext, tokens.value))
    return fail(toUnfinishedSignInFault(nextStep))
  }

type CheckPasswordDeps = Pick<UserPoolContext, 'context'> & {
  env: Env
  pool: PoolName
  now: () => number
}

type PasswordDeps = CheckPasswordDeps & {
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
  now,
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

  checkPassword: createCheckPassword({ env, pool, now, context }),

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
