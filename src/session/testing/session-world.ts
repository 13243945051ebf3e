import { ok } from '../../lib/result.ts'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import type { AuthProvider } from '../providers/provider.ts'
import { createProvider } from '../providers/testing/fake-provider.ts'
import type { SessionDeps } from '../session.ts'
import type { Tabs } from '../tabs.ts'
import { memoryTabs } from './memory-browser.ts'
import { healthyApi, createProductApi, type Responses } from './product-api.ts'

export type World = {
  provider?: AuthProvider
  responses?: Responses
  stored?: Map<string, unknown>
  tabs?: Tabs
}

/** A world around `createSession` that exposes time, sleeps and calls to a test. */
export const sessionWorld = ({
  provider = createProvider(),
  responses = healthyApi(),
  stored = new Map<string, unknown>(),
  tabs = memoryTabs()(),
}: World = {}) => {
  const { api, calls, respond } = createProductApi(responses)
  const world = {
    now: 0,
    sleeps: [] as number[],
    signedOut: 0,
    beganAnew: [] as string[],
    device: '7b0c1a52-3a0e-4e53-8a0e-1f7d2c0a9b11',
    logged: [] as string[],
    calls,
    callNames: () => calls.map(({ name }) => name),
    stored,
    respond,
  }
  const note = (message: string, details?: Record<string, unknown>) =>
    void world.logged.push(`${message} ${JSON.stringify(details ?? {})}`)
  const deps: SessionDeps = {
    loadProvider: async () => ok(provider),
    api,
    values: memoryKeyValues(stored),
    device: async () => world.device,
    newId: () => crypto.randomUUID(),
    replaceDevice: async ({ from, to }) => {
      if (world.device === from) world.device = to
    },
    onDatabaseLoss: async (customer) => void world.beganAnew.push(customer),
    tabs,
    now: () => world.now,
    // Keeps a short delay for the timeouts of a slow service, because a test must not skip them.
    sleep: async (ms) => {
      world.sleeps.push(ms)
      await new Promise((resolve) => {
        setTimeout(resolve, ms === 2500 || ms === 5000 ? 50 : 0)
      })
    },
    log: { warn: note, error: note },
    eraseAtSignOut: async () => {
      world.signedOut += 1
    },
  }
  return { world, deps }
}
