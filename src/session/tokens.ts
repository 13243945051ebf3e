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
  const signedIn: Tokens['signedIn'] = async (customer) => {
    const stored = await record.read()
    if (!stored) return fail({ message: 'error.signInNeeded' })
    if (stored.user.userID !== customer) return fail({ message: 'error.otherCustomer' })
    const provider = await providerFor(stored.user.locale)
    return provider.ok ? ok({ user: stored.user, provider: provider.value }) : provider
  }

  const request = async <T>(
    customer: string,
    from: (provider: AuthProvider) => ProviderResult<T>,
  ): Promise<Result<T, AuthFailure>> => {
    const known = await signedIn(customer)
    if (!known.ok) return known
    const given = await from(known.value.provider)
    if (!given.ok) return fail(failureOf('session', given.error.kind))
    // Another customer may have signed in while the provider was asked: what it gave may be theirs.
    const still = await signedIn(customer)
    return still.ok ? given : still
  }

  const token = async (customer: string, name: keyof ProviderSession & `${string}Token`) => {
    const session = await request(customer, (provider) => provider.session())
    return session.ok ? ok(session.value[name]) : session
  }

  return {
    signedIn,
    accessToken: (customer) => token(customer, 'accessToken'),
    identityToken: (customer) => token(customer, 'identityToken'),
    storageCredentials: (customer) => request(customer, (provider) => provider.storageCredentials()),
  }
}
