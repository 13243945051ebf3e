import { fail, ok, type Result } from '../lib/result.ts'
import { failureOf, type AuthFailure } from './failures.ts'
import type { AuthProvider, ProviderResult, ProviderSession } from './providers/provider.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionControl, SessionDeps } from './session.ts'

type Tokens = Pick<SessionControl, 'signedIn' | 'accessToken' | 'identityToken' | 'storageCredentials'>

/** The signed-in customer with their provider, and what it gives out for them. */
export const createTokens = (
  record: SessionRecord,
  { providerFor }: Pick<SessionDeps, 'providerFor'>,
): Tokens => {
  const signedIn: Tokens['signedIn'] = async () => {
    const stored = await record.read()
    if (!stored) return fail({ message: 'error.signInNeeded' })
    const provider = await providerFor(stored.user.locale)
    return provider.ok ? ok({ user: stored.user, provider: provider.value }) : provider
  }

  const request = async <T>(
    from: (provider: AuthProvider) => ProviderResult<T>,
  ): Promise<Result<T, AuthFailure>> => {
    const known = await signedIn()
    if (!known.ok) return known
    const given = await from(known.value.provider)
    return given.ok ? given : fail(failureOf('session', given.error.kind))
  }

  const token = async (name: keyof ProviderSession & `${string}Token`) => {
    const session = await request((provider) => provider.session())
    return session.ok ? ok(session.value[name]) : session
  }

  return {
    signedIn,
    accessToken: () => token('accessToken'),
    identityToken: () => token('identityToken'),
    storageCredentials: () => request((provider) => provider.storageCredentials()),
  }
}
