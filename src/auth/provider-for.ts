import type { Env } from '../config/env.ts'
import { locales, type PoolName } from '../config/locales.ts'
import { fail, ok } from '../lib/result.ts'
import type { KeyValues } from '../platform/key-values.ts'
import type { AuthProvider, ProviderFor } from './provider.ts'

type Deps = {
  env: Env
  values: KeyValues
  sleep: (ms: number) => Promise<void>
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
}

/** Loads the provider that the locale table names: Amplify is downloaded only where a user pool is needed. */
export const createProviderFor = (deps: Deps): ProviderFor => {
  const loaded = new Map<PoolName, AuthProvider>()

  const load = async (pool: PoolName): Promise<AuthProvider> => {
    const { createUserPoolProvider } = await import('./user-pool-provider.ts')
    const provider = loaded.get(pool) ?? createUserPoolProvider({ ...deps, pool })
    loaded.set(pool, provider)
    return provider
  }

  return async (locale) => {
    const { auth } = locales[locale]
    if (auth.kind === 'loyalty') return fail({ message: 'error.signInNotInCountryYet' })
    try {
      return ok(await load(auth.pool))
    } catch {
      // The download broke off; a module that failed to load is asked for again by the next call.
      return fail({ message: 'error.network' })
    }
  }
}
