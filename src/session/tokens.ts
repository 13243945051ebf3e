import { fail, ok } from '../lib/result.ts'
import type { Auth } from '../account/account.ts'
import type { AuthDeps } from '../account/deps.ts'
import { failureOf } from './failures.ts'
import type { AuthProvider } from './providers/provider.ts'
import type { SessionRecord } from './session-record.ts'

const signInNeeded = fail({ message: 'error.signInNeeded' } as const)

/** Whoever is signed in, with their provider and the tokens that prove it. */
export const createIdentity = (record: SessionRecord, { providerFor }: Pick<AuthDeps, 'providerFor'>) => {
  const current = async () => {
    const stored = await record.read()
    if (!stored) return signInNeeded
    const provider = await providerFor(stored.user.locale)
    return provider.ok ? ok({ user: stored.user, provider: provider.value }) : provider
  }

  const sessionOf = async (provider: AuthProvider) => {
    const session = await provider.session()
    return session.ok ? session : fail(failureOf('session', session.error.kind))
  }

  const tokens = async () => {
    const signedIn = await current()
    return signedIn.ok ? sessionOf(signedIn.value.provider) : signedIn
  }

  const accessToken: Auth['accessToken'] = async () => {
    const session = await tokens()
    return session.ok ? ok(session.value.accessToken) : session
  }
  const identityToken: Auth['identityToken'] = async () => {
    const session = await tokens()
    return session.ok ? ok(session.value.identityToken) : session
  }

  return { current, sessionOf, accessToken, identityToken }
}

export type Identity = ReturnType<typeof createIdentity>
