import type { AuthTokens } from 'aws-amplify/auth'
import * as v from 'valibot'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider, ProviderFault, ProviderSession } from '../provider.ts'
import type { TokenStorage } from './token-storage.ts'
import type { UserPoolContext } from './user-pool-context.ts'
import { attempt } from './user-pool-fault.ts'

type Deps = UserPoolContext & {
  storage: TokenStorage
  /** Revokes a refresh token at the pool. */
  revoke: (token: string) => Promise<unknown>
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
}

export const noSession: ProviderFault = { kind: 'session-ended', name: 'NoSession' }

/** The claims of an identity token. */
const claims = v.object({
  sub: v.string(),
  email: v.string(),
  given_name: v.optional(v.string(), ''),
  family_name: v.optional(v.string(), ''),
})

const sessionOf = (tokens: AuthTokens, refreshToken: string): ProviderSession => {
  const { sub, email, given_name, family_name } = v.parse(claims, tokens.idToken?.payload)
  return {
    userID: sub,
    email,
    firstName: given_name,
    lastName: family_name,
    accessToken: tokens.accessToken.toString(),
    refreshToken,
    identityToken: tokens.idToken?.toString() ?? '',
    expire: (tokens.accessToken.payload.exp ?? 0) * 1000,
  }
}

/** The stored session of one user pool. */
export const createUserPoolSession = ({
  context,
  refreshToken,
  forget,
  storage,
  revoke,
  exclusive,
}: Deps) => {
  // Only one refresh at a time across all tabs: a pool that rotates refresh tokens accepts each of them once.
  const session: AuthProvider['session'] = ({ fresh = false } = {}) =>
    exclusive(async () => {
      const stored = await attempt(async () => {
        const tokens = await context.getTokens({ forceRefresh: fresh })
        return tokens && sessionOf(tokens, await refreshToken())
      })
      if (!stored.ok) return stored
      if (stored.value) return ok(stored.value)
      await storage.settled()
      return fail(noSession)
    })

  const remove = async (): Promise<string[]> => {
    const refreshTokens = await forget()
    await storage.settled()
    return refreshTokens
  }

  // Signs out on this device even if the pool cannot be reached.
  const leave = async (): Promise<void> => {
    const refreshTokens = await remove()
    // A refresh in progress, in any tab, stores its tokens when the pool responds: after the sign-out, or over
    // the tokens of the next coach. So the tokens are removed again after it, before any later sign-in.
    const late = exclusive(remove).catch((): string[] => [])
    await Promise.all(refreshTokens.map(revoke))
    await Promise.all((await late).map(revoke))
  }

  return { session, leave }
}
