import type { ProviderHarness } from '../../src/auth/auth-provider.contract.ts'
import { memoryKeyValues } from '../../src/auth/auth.fixture.ts'
import { createLoyaltyProvider } from '../../src/auth/loyalty-provider.ts'
import type { AuthProvider } from '../../src/auth/provider.ts'
import { createUserPoolProvider } from '../../src/auth/user-pool-provider.ts'
import type { SourceId } from '../../src/config/loyalty.ts'
import type { PoolName } from '../../src/config/locales.ts'
import { createProductApiClient } from '../../src/contract/product-api-client.ts'
import { createCookieFetch } from './cookie-fetch.ts'
import type { RunningServices } from './start-services.ts'
import { createTurns } from './turns.ts'
import { offline } from './weather.ts'

type Market = { pool: PoolName } | { sourceId: SourceId }

/** The provider of a market against running services, on devices that keep what they store. */
export const providersOf = (services: RunningServices, market: Market) => {
  const { env, origin, codeFor, close } = services
  const devices = new Map<string, Map<string, unknown>>()
  const exclusive = createTurns()
  const api = createProductApiClient({ origin, fetch: createCookieFetch() })

  const on = (device: string, there: Market = market): AuthProvider => {
    const stored = devices.get(device) ?? new Map<string, unknown>()
    devices.set(device, stored)
    const deps = {
      env,
      api,
      exclusive,
      fetch: (url: string, init: RequestInit) => fetch(url, init),
      values: memoryKeyValues(stored),
      now: Date.now,
      sleep: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, Math.min(ms, 20))),
    }
    return 'pool' in there
      ? createUserPoolProvider({ ...deps, ...there })
      : createLoyaltyProvider({ ...deps, ...there })
  }
  const harness: ProviderHarness = { on, codeFor, offline, close }
  return { on, devices, harness }
}
