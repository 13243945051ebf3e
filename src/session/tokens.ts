import { fail, ok, type Result } from '../lib/result.ts'
import { failureOf, type AuthFailure } from './failures.ts'
import type { ProviderSession } from './providers/provider.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionControl, SessionDeps } from './session.ts'

/** The signed-in customer with their provider, and the tokens that prove it. */
export const createTokens = (
  record: SessionRecord,
  { providerFor }: Pick<SessionDeps, 'providerFor'>,
): Pick<SessionControl, 'signedIn' | 'accessToken' | 'identityToken'> => {
  const signedIn: SessionControl['signedIn'] = async () => {
    const stored = await record.read()
    if (!stored) return fail({ message: 'error.signInNeeded' })
    const provider = await providerFor(stored.user.locale)
    return provider.ok ? ok({ user: stored.user, provider: provider.value }) : provider
  }

  const token = async (
    name: keyof ProviderSession & `${string}Token`,
  ): Promise<Result<string, AuthFailure>> => {
    const known = await signedIn()
    if (!known.ok) return known
    const session = await known.value.provider.session()
    return session.ok ? ok(session.value[name]) : fail(failureOf('session', session.error.kind))
  }

  return { signedIn, accessToken: () => token('accessToken'), identityToken: () => token('identityToken') }
}
