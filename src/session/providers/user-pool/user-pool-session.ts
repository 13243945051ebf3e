import type { AuthTokens } from 'aws-amplify/auth'
import * as v from 'valibot'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider, ProviderFailure, ProviderSession } from '../provider.ts'
import type { TokenStorage } from './token-storage.ts'
import type { UserPoolContext } from './user-pool-context.ts'
import { toResult } from './user-pool-failure.ts'

type UserPoolSessionDeps = UserPoolContext & {
  storage: TokenStorage
  /** Revokes a refresh token at the pool. */
  revoke: (token: string) => Promise<unknown>
  withTabLock: <T>(work: () => Promise<T>) => Promise<T>
}

export const noSession: ProviderFailure = { kind: 'session-ended', name: 'NoSession' }

/** The claims of an identity token. */
const claimsSchema = v.object({
  sub: v.string(),
  email: v.string(),
  given_name: v.optional(v.string(), ''),
  family_name: v.optional(v.string(), ''),
})

/** Converts Amplify's tokens to a session. Throws if there is no identity token. */
const toSession = (tokens: AuthTokens, refreshToken: string): ProviderSession => {
  const { sub, email, given_name, family_name } = v.parse(claimsSchema, tokens.idToken?.payload)
  return {
    userID: sub,
    email,
    firstName: given_name,
    lastName: family_name,
    accessToken: tokens.accessToken.toString(),
    refreshToken,
    identityToken: tokens.idToken?.toString() ?? '',
    // A token without an expiry time counts as expired.
    expire: (tokens.accessToken.payload.exp ?? 0) * 1000,
  }
}

/** Reads, refreshes and removes the stored session of one user pool. */
export const createUserPoolSession = ({
  context,
  readRefreshToken,
  clearTokens,
  storage,
  revoke,
  withTabLock,
}: UserPoolSessionDeps) => {
  // Only one tab at a time refreshes, because a pool that rotates refresh tokens accepts each of them once.
  const session: AuthProvider['session'] = ({ fresh = false } = {}) =>
    withTabLock(async () => {
      const stored = await toResult(async () => {
        const tokens = await context.getTokens({ forceRefresh: fresh })
        return tokens && toSession(tokens, await readRefreshToken())
      })
      if (!stored.ok) return stored
      if (stored.value) return ok(stored.value)
      // Amplify may still be removing tokens that the pool has refused.
      await storage.settled()
      return fail(noSession)
    })

  /** Removes all tokens from this device. Resolves to the removed refresh tokens. */
  const removeTokens = async (): Promise<string[]> => {
    const refreshTokens = await clearTokens()
    await storage.settled()
    return refreshTokens
  }

  /** Signs out on this device, even if the pool cannot be reached. Revokes the tokens if it can. */
  const signOutLocally = async (): Promise<void> => {
    const refreshTokens = await removeTokens()
    // A refresh that is in progress in any tab stores new tokens when the pool responds. These would survive
    // the sign-out or replace the tokens of the next coach. So the tokens are removed once more after the
    // refresh, before any later sign-in. If the lock cannot be taken, only the tokens removed so far are
    // revoked.
    const lateTokens = withTabLock(removeTokens).catch((): string[] => [])
    await Promise.all(refreshTokens.map(revoke))
    await Promise.all((await lateTokens).map(revoke))
  }

  return { session, signOutLocally }
}
