import { locales, type LocaleAuth, type LocaleCode } from '../../config/locales.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { AuthFailure } from '../auth-failure.ts'
import type { AuthProvider, ProviderDeps } from './provider.ts'

/** Resolves to the provider of a locale, which is loaded on first use. */
export type LoadProvider = (locale: LocaleCode) => Promise<Result<AuthProvider, AuthFailure>>

/**
 * Returns the function that loads the provider that the locale table names. Each provider is a separate
 * download, so a coach in the United States never downloads Amplify, and other coaches never download the
 * loyalty provider's client.
 */
export const createLoadProvider = (deps: ProviderDeps): LoadProvider => {
  const providers = new Map<LocaleAuth, AuthProvider>()

  const create = async (auth: LocaleAuth): Promise<AuthProvider> => {
    if (auth.kind === 'loyalty') {
      const { createLoyaltyProvider } = await import('./loyalty/loyalty-provider.ts')
      return createLoyaltyProvider({ ...deps, sourceId: auth.sourceId })
    }
    const { createUserPoolProvider } = await import('./user-pool/user-pool-provider.ts')
    return createUserPoolProvider({ ...deps, pool: auth.pool })
  }

  return async (locale) => {
    const { auth } = locales[locale]
    try {
      const newProvider = providers.get(auth) ?? (await create(auth))
      // Another caller may have created the provider during the download. All callers share one.
      const provider = providers.get(auth) ?? newProvider
      providers.set(auth, provider)
      return ok(provider)
    } catch {
      // The download was interrupted. The next call loads the module again.
      return fail({ message: 'error.network' })
    }
  }
}

/** The part of `fetch` that providers use. */
type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * Wraps `fetch` for providers. If a provider cannot be reached but our own server can, the connection works
 * and the provider is unavailable. The request then resolves to a 503.
 */
export const createProviderFetch =
  (fetch: Fetch, isServerReachable: () => Promise<boolean>): Fetch =>
  async (url, init) => {
    try {
      return await fetch(url, init)
    } catch (error) {
      // Only a failed connection is a TypeError. A time limit and an abort by the caller are not.
      if (error instanceof TypeError && (await isServerReachable()))
        return new Response(null, { status: 503 })
      throw error
    }
  }
