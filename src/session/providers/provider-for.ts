import { locales, type LocaleAuth } from '../../config/locales.ts'
import { fail, ok } from '../../lib/result.ts'
import type { ProviderDeps } from './provider-deps.ts'
import type { AuthProvider, ProviderFor } from './provider.ts'

/**
 * Loads the provider that the locale table names. Each is a download of its own: a coach in the United States never gets
 * Amplify, and all others never get the loyalty provider's client.
 */
export const createProviderFor = (deps: ProviderDeps): ProviderFor => {
  const loaded = new Map<LocaleAuth, AuthProvider>()

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
      const created = loaded.get(auth) ?? (await create(auth))
      // Another caller may have been faster: a provider is one for all of them.
      const provider = loaded.get(auth) ?? created
      loaded.set(auth, provider)
      return ok(provider)
    } catch {
      // The download broke off; a module that failed to load is asked for again by the next call.
      return fail({ message: 'error.network' })
    }
  }
}
