import * as v from 'valibot'
import type { consentService } from '../../contract/consent.ts'
import type { ServiceResponse } from '../../contract/service-call.ts'
import type { ServiceFailure } from '../../contract/service-client.ts'
import { ok, type Result } from '../../lib/result.ts'
import { memoryText } from '../../platform/storage/testing/memory-text.ts'
import { createSession } from '../../session/create-session.ts'
import { personKeys } from '../../session/providers/testing/env.ts'
import type { SessionDeps } from '../../session/session.ts'
import { sessionWorld, type World } from '../../session/testing/session-world.ts'
import type { AccountDeps } from '../account.ts'
import { createAccount } from '../create-account.ts'
import { memoryProfile } from './extended-profile.ts'

type Recorded = ServiceResponse<typeof consentService.calls.consent>
const recorded: Recorded = { consentId: 'consent-1', recordedAt: '2026-01-01T00:00:00.000Z' }

const pool = { userPoolId: 'sa-east-1_Barriers', webClientId: 'client' }

const storedSignUps = v.optional(v.array(v.object({ owes: v.array(v.string()) })), [])

/** A world around session and account. Extends the session's world with the services that both call. */
export const accountWorld = (given?: World) => {
  const { world: around, deps } = sessionWorld(given)
  const { profile, client } = memoryProfile()
  const world = Object.assign(around, {
    captured: [] as { event: string; payload: unknown; customer: string }[],
    consents: [] as unknown[],
    consent: (): Result<Recorded, ServiceFailure> => ok(recorded),
    profile,
    /** The incomplete follow-ups of this device's sign-ups. */
    followUps: () => v.parse(storedSignUps, around.stored.get('signUps')).flatMap(({ owes }) => owes),
  })

  /** Session and account of a new tab. */
  const openTab = (changed: Partial<AccountDeps & SessionDeps> = {}) => {
    const session = createSession({ ...deps, ...changed })
    const account = createAccount({
      ...deps,
      session,
      withTabLock: deps.tabs.withTabLock,
      tabTexts: { challenge: memoryText(), authenticatorKey: memoryText() },
      lastSignOut: memoryText(),
      usedPasskey: memoryText(),
      hostedResponse: '',
      userPools: { BR: pool, GB: pool, AU: pool, NZ: pool, AR: pool, MX: pool },
      outbox: {
        add: async (event, payload, { customer }) => {
          world.captured.push({ event, payload, customer })
          return ok(undefined)
        },
      },
      consent: {
        call: async (_name, body) => {
          world.consents.push(body)
          return world.consent()
        },
      },
      extendedProfile: { client, keys: personKeys },
      ...changed,
    })
    return { ...session, ...account }
  }
  return { world, openTab }
}
