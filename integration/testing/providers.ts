import type { ProviderHarness } from '../../src/session/providers/testing/provider-world.contract.ts'
import { memoryKeyValues } from '../../src/platform/storage/testing/memory-key-values.ts'
import { createLoyaltyProvider } from '../../src/session/providers/loyalty/loyalty-provider.ts'
import type { AuthProvider } from '../../src/session/providers/provider.ts'
import { createUserPoolProvider } from '../../src/session/providers/user-pool/user-pool-provider.ts'
import type { SourceId } from '../../src/config/loyalty.ts'
import type { PoolName } from '../../src/config/locales.ts'
import { createProductApiClient } from '../../src/contract/product-api-client.ts'
import { createCookieFetch } from './cookie-fetch.ts'
import type { StandIns } from './start-stand-ins.ts'
import { offline } from './network-faults.ts'

/** Runs pieces of work one after the other, as a browser's Web Lock does. */
const createTurns = () => {
  let previous: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = previous.then(work)
    // A failure is the caller's, and must not stop the next piece of work.
    previous = result.catch(() => undefined)
    return result
  }
}

type Market = { pool: PoolName } | { sourceId: SourceId }

/**
 * The provider of a market, connected to running services, on devices that keep their stored data. The
 * loyalty provider also needs the product API, for sign-up, sign-in and storage credentials.
 */
export const createProviders = (services: StandIns & { origin?: string }, market: Market) => {
  const { env, origin = 'http://localhost:1', codeFor } = services
  const devices = new Map<string, Map<string, unknown>>()
  const withTabLock = createTurns()
  const api = createProductApiClient({ origin, fetch: createCookieFetch() })

  const on = (device: string, deviceMarket: Market = market): AuthProvider => {
    const stored = devices.get(device) ?? new Map<string, unknown>()
    devices.set(device, stored)
    const deps = {
      env,
      api,
      withTabLock,
      fetch: (url: string, init: RequestInit) => fetch(url, init),
      values: memoryKeyValues(stored),
      now: Date.now,
      serverTime: async () => Date.now(),
      sleep: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, Math.min(ms, 20))),
    }
    return 'pool' in deviceMarket
      ? createUserPoolProvider({ ...deps, ...deviceMarket })
      : createLoyaltyProvider({ ...deps, ...deviceMarket })
  }
  const harness: ProviderHarness = { on, codeFor, offline }
  return { on, devices, harness }
}
