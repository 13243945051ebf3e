import {
  confirmResetPassword,
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
import { forgetChallenge, toUnfinishedSignInFailure } from './user-pool-challenge.ts'
import { createUserPoolContext, type UserPoolContext } from './user-pool-context.ts'
import { toProviderFailure, toResult, toSignedInFailure } from './user-pool-failure.ts'

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
const createCheckPassword = ({
  env,
  pool,
  serverTime,
  callUserPool,
  context: storedContext,
}: CheckPasswordDeps): AuthProvider['checkPassword'] => {
  /** The proof belongs to these tokens, even if another coach signs in on this device afterwards. */
  const createProof = (tokens: AuthTokens | null | undefined): PasswordProof => {
    // If Amplify has no tokens, the product API refuses the empty one.
    const accessToken = tokens?.accessToken.toString() ?? ''
    return {
      accessToken,
      deleteAccount: async () => {
        const response = await callUserPool('DeleteUser', { AccessToken: accessToken })
        return response.ok ? ok('deleted') : fail(toProviderFailure(response.error))
      },
    }
  }

  return async (email, password) => {
    const { context } = createUserPoolContext(env, pool, createMemoryStorage())
    const signedIn = await toResult(() => signIn(context, { username: email, password }))
    if (!signedIn.ok) return signedIn
    const { nextStep } = signedIn.value
    if (nextStep.signInStep === 'DONE') {
      const tokens = await toResult(() => context.getTokens({ forceRefresh: false }))
      return tokens.ok ? ok(createProof(tokens.value)) : tokens
    }
    forgetChallenge()
    const failure = toUnfinishedSignInFailure(nextStep)
    if (failure.kind !== 'challenge') return fail(failure)
    const stored = await toResult(() => storedContext.getTokens({ forceRefresh: false }))
    if (!stored.ok) return stored
    const isFresh = stored.value && areFresh(stored.value, email, await serverTime())
    return isFresh ? ok(createProof(stored.value)) : fail(failure)
  }
}

type CheckPasswordDeps = Pick<UserPoolContext, 'context'> & {
  env: Env
  pool: PoolName
  callUserPool: CallUserPool
  serverTime: () => Promise<number>
}

type PasswordDeps = CheckPasswordDeps & {
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
  serverTime,
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
    toResult(() => updatePassword(context, { oldPassword, newPassword }), toSignedInFailure),

  checkPassword: createCheckPassword({ env, pool, serverTime, callUserPool, context }),

  // Amplify's own global sign-out removes the tokens even if it could not call the pool.
  signOutEverywhere: async () => {
    const currentSession = await session()
    if (!currentSession.ok) return currentSession
    const response = await callUserPool('GlobalSignOut', { AccessToken: currentSession.value.accessToken })
    if (!response.ok) return fail(toProviderFailure(response.error))
    await signOutLocally()
    return ok(undefined)
  },
})
