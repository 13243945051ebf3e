import { randomUUID } from 'node:crypto'
import { memoryKeyValues } from '../../src/platform/storage/testing/memory-key-values.ts'
import { memoryText } from '../../src/platform/storage/testing/memory-text.ts'
import { memoryTabs } from '../../src/session/testing/memory-browser.ts'
import { createAccount } from '../../src/account/create-account.ts'
import { createSession } from '../../src/session/create-session.ts'
import { createLoadProvider } from '../../src/session/providers/load-provider.ts'
import { consentService } from '../../src/contract/consent.ts'
import { extendedProfileService } from '../../src/contract/extended-profile.ts'
import { createProductApiClient } from '../../src/contract/product-api-client.ts'
import { adminApi } from '../../src/contract/product-api/admin/admin-api.ts'
import { createServiceClient } from '../../src/contract/service-client.ts'
import { ok } from '../../src/lib/result.ts'
import { createFetchWithTimeout } from '../../src/platform/network/fetch-with-timeout.ts'
import { createCookieFetch } from './cookie-fetch.ts'
import type { RunningServices } from './start-services.ts'

/** Looks up the global `fetch` at each call, because tests replace it. */
const request = (url: string, init?: RequestInit) => fetch(url, init)

/** `refuses` says which values the storage of the session does not take. */
type DeviceOptions = { timeout?: number; refuses?: (key: string) => boolean }

/** A phone with the app's own session and account, connected to running services as the app connects them. */
export const createDevice = (
  { env, origin }: RunningServices,
  { timeout, refuses = () => false }: DeviceOptions = {},
) => {
  const fetchWithTimeout = createFetchWithTimeout(request, timeout)
  const stored = new Map<string, unknown>()
  const logged: string[] = []
  const captured: { event: string; payload: unknown; customer: string }[] = []
  let aheadMs = 0
  const memory = memoryKeyValues(stored)
  const values: typeof memory = {
    ...memory,
    write: async (key, value) => {
      if (refuses(key)) throw new DOMException('The storage is full.', 'QuotaExceededError')
      return memory.write(key, value)
    },
  }
  const api = createProductApiClient({
    origin,
    fetch: createCookieFetch(),
    loadAdminApi: async () => adminApi,
  })
  let id: string = randomUUID()
  const now = () => Date.now() + aheadMs
  // Other tests check the length of the pauses between attempts (1.5 s and 3 s).
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => void setTimeout(resolve, ms === 1500 || ms === 3000 ? 10 : ms))
  const addToLog = (message: string, details?: unknown) =>
    void logged.push(`${message} ${JSON.stringify(details ?? {})}`)
  const openTab = memoryTabs()
  const usedPasskey = memoryText()
  const lastSignOut = memoryText()

  /**
   * Session and account of a tab that was just opened. To reload a tab, pass the text that it has stored for
   * itself. `hostedResponse` is the query with
   * which a hosted page has led to the tab.
   */
  const open = (tabText = memoryText(), hostedResponse = '') => {
    const tabs = openTab()
    const { withTabLock } = tabs
    const common = { api, values, now, sleep, log: { warn: addToLog, error: addToLog } }
    const session = createSession({
      ...common,
      loadProvider: createLoadProvider({
        ...common,
        env,
        fetch: fetchWithTimeout,
        serverTime: async () => now(),
        withTabLock,
      }),
      device: async () => id,
      replaceDevice: async ({ to }) => {
        id = to
      },
      tabs,
      newId: () => crypto.randomUUID(),
      onDatabaseLoss: async () => undefined,
      eraseAtSignOut: async () => lastSignOut.write(crypto.randomUUID()),
    })
    const account = createAccount({
      ...common,
      session,
      withTabLock,
      tabTexts: { challenge: tabText, authenticatorKey: memoryText() },
      lastSignOut,
      usedPasskey,
      hostedResponse,
      userPools: env.pools,
      outbox: {
        add: async (event, payload, { customer }) => {
          captured.push({ event, payload, customer })
          return ok(undefined)
        },
      },
      consent: createServiceClient({
        service: consentService,
        baseUrl: env.consentUrl,
        fetch: fetchWithTimeout,
      }),
      extendedProfile: {
        client: createServiceClient({
          service: extendedProfileService,
          baseUrl: env.extendedProfileUrl,
          fetch: fetchWithTimeout,
        }),
        keys: env.personKeys,
      },
    })
    return { ...session, ...account }
  }

  return { id, api, open, stored, logged, captured, advance: (ms: number) => void (aheadMs += ms) }
}

export type Tab = ReturnType<ReturnType<typeof createDevice>['open']>
