import type { consentService } from '../../contract/consent.ts'
import type { ServiceResponse } from '../../contract/service-call.ts'
import type { ServiceFailure } from '../../contract/service-client.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AuthDeps } from '../deps.ts'
import { personKeys } from '../../session/providers/testing/env.ts'
import { memoryProfile } from './extended-profile.ts'
import { memoryKeyValues, memoryTabs } from '../../session/testing/memory-browser.ts'
import { healthyApi, productApiOf, type Answers } from '../../session/testing/product-api.ts'
import type { AuthProvider } from '../../session/providers/provider.ts'
import { providerOf } from '../../session/providers/testing/fake-provider.ts'
import type { Tabs } from '../../session/tabs.ts'

type Recorded = ServiceResponse<typeof consentService.calls.consent>
const recorded: Recorded = { consentId: 'consent-1', recordedAt: '2026-01-01T00:00:00.000Z' }

/** A world around `createAuth` that a test can look into: time, sleeps, captured events, calls. */
export const authWorld = ({
  provider = providerOf(),
  answers = healthyApi(),
  stored = new Map<string, unknown>(),
  tabs = memoryTabs()(),
}: { provider?: AuthProvider; answers?: Answers; stored?: Map<string, unknown>; tabs?: Tabs } = {}) => {
  const { api, calls, tell } = productApiOf(answers)
  const { profile, client } = memoryProfile()
  const world = {
    now: 0,
    sleeps: [] as number[],
    captured: [] as { event: string; payload: unknown; customer: string }[],
    consents: [] as unknown[],
    consent: (): Result<Recorded, ServiceFailure> => ok(recorded),
    profile,
    signedOut: 0,
    logged: [] as string[],
    calls,
    callNames: () => calls.map(({ name }) => name),
    stored,
    tell,
  }
  const keep = (event: string) => async (payload: unknown, customerId: string) => {
    world.captured.push({ event, payload, customer: customerId })
    return ok(undefined)
  }
  const note = (message: string, details?: Record<string, unknown>) =>
    void world.logged.push(`${message} ${JSON.stringify(details ?? {})}`)
  const deps: AuthDeps = {
    providerFor: async () => ok(provider),
    api,
    consent: {
      call: async (_name, body) => {
        world.consents.push(body)
        return world.consent()
      },
    },
    extendedProfile: { client, keys: personKeys },
    values: memoryKeyValues(stored),
    device: async () => '7b0c1a52-3a0e-4e53-8a0e-1f7d2c0a9b11',
    events: { logged: keep('logged'), registered: keep('registered'), fieldsSaved: keep('fieldsSaved') },
    tabs,
    now: () => world.now,
    // Patience with a slow service is what a test must not shorten to nothing.
    sleep: async (ms) => {
      world.sleeps.push(ms)
      await new Promise((resolve) => {
        setTimeout(resolve, ms === 2500 || ms === 5000 ? 50 : 0)
      })
    },
    log: { warn: note, error: note },
    onSignedIn: async () => undefined,
    onSignedOut: async () => {
      world.signedOut += 1
    },
  }
  return { world, deps }
}
