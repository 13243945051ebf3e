import { deleteUser, signIn } from 'aws-amplify/auth'
import type { Env } from '../../../config/env.ts'
import type { PoolName } from '../../../config/locales.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider } from '../provider.ts'
import type { TokenStorage } from './token-storage.ts'
import { createUserPoolContext } from './user-pool-context.ts'
import { toSignedInFault, toResult, toUnfinishedSignInFault } from './user-pool-fault.ts'

/** Creates a token storage in memory. */
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
export const createCheckPassword =
  ({ env, pool }: { env: Env; pool: PoolName }): AuthProvider['checkPassword'] =>
  async (email, password) => {
    const { context } = createUserPoolContext(env, pool, createMemoryStorage())
    const signedIn = await toResult(() => signIn(context, { username: email, password }))
    if (!signedIn.ok) return signedIn
    const { signInStep } = signedIn.value.nextStep
    if (signInStep !== 'DONE') return fail(toUnfinishedSignInFault(signInStep))
    const tokens = await toResult(() => context.getTokens({ forceRefresh: false }))
    if (!tokens.ok) return tokens
    const accessToken = tokens.value?.accessToken.toString() ?? ''
    const deleteAccount = () =>
      toResult(async () => {
        await deleteUser(context)
        return 'deleted' as const
      }, toSignedInFault)
    return ok({ accessToken, deleteAccount })
  }
