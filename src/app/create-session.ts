import type { Auth } from '../account/account.ts'
import { createAuth } from '../account/create-account.ts'
import { createProviderFor } from '../session/providers/provider-for.ts'
import { createTabs } from '../session/tabs.ts'
import type { Env } from '../config/env.ts'
import { consentService } from '../contract/consent.ts'
import { extendedProfileService } from '../contract/extended-profile.ts'
import { createServiceClient } from '../contract/service-client.ts'
import { createCheckReceipt, type CheckReceipt } from '../outbox/receipts/check-receipt.ts'
import { createOutbox } from '../outbox/create-outbox.ts'
import { createIndexedDbStore } from '../outbox/store/indexed-db-store.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createDatabase } from '../platform/storage/database.ts'
import { createKeyValues } from '../platform/storage/key-values.ts'
import { createLocks } from '../platform/locks.ts'
import type { Log } from '../platform/log.ts'
import { createRoom } from '../platform/storage/room.ts'
import type { Connection } from './create-connection.ts'

type Deps = {
  env: Env
  connection: Connection
  log: Log
  wait: (ms: number) => Promise<void>
  /** Throws away what was cached for a coach who is not signed in any more. */
  forget: () => Promise<void>
}

/** ms that a service may take to answer: less than the tabs wait for each other, more than a bad connection needs. */
const patience = 20_000

const patientFetch = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { signal: AbortSignal.timeout(patience), ...init })

/** Who is signed in, for those who only need the id. */
export const customerOf = (auth: Auth): string | undefined => {
  const state = auth.state()
  return state.status === 'authenticated' ? state.user.userID : undefined
}

/**
 * Signing in and the outbox, which need each other: a sign-in leaves events, and what is sent depends on who is signed
 * in.
 */
export const createSession = ({
  env,
  connection,
  log,
  wait,
  forget,
}: Deps): { auth: Auth; outbox: Outbox; checkReceipt: CheckReceipt } => {
  const { api, clock, connectivity, deviceId } = connection
  const values = createKeyValues('session')
  const locks = createLocks(navigator.locks)
  const tabs = createTabs(locks)
  const common = { api, values, now: Date.now, sleep: wait }

  const auth = createAuth({
    providerFor: createProviderFor({ ...common, env, fetch: patientFetch, exclusive: tabs.exclusive }),
    consent: createServiceClient({
      service: consentService,
      address: env.consentAddress,
      fetch: patientFetch,
    }),
    extendedProfile: {
      client: createServiceClient({
        service: extendedProfileService,
        address: env.extendedProfileAddress,
        fetch: patientFetch,
      }),
      keys: env.personKeys,
    },
    ...common,
    device: deviceId,
    events: {
      logged: (event, customer) => outbox.add('event.logged.v1', event, { customer }),
      registered: (answers, customer) => outbox.add('customer.registered.v1', answers, { customer }),
      fieldsSaved: (fields, customer) => outbox.add('fields.saved.v1', fields, { customer }),
    },
    tabs,
    log,
    onSignedIn: async () => undefined,
    onSignedOut: forget,
  })
  const checkReceipt = createCheckReceipt({ api, values: createKeyValues('device') })
  const outbox = createOutbox({
    // Named when it is used: where Firefox blocks the storage, naming it throws.
    store: createIndexedDbStore(createDatabase({ open: (...given) => indexedDB.open(...given) })),
    api,
    locks,
    channel: new BroadcastChannel('outbox'),
    customer: () => customerOf(auth),
    renewSession: async () => (await auth.renew()).ok,
    isServerThere: connectivity.look,
    onSessionChange: auth.subscribe,
    online: () => connectivity.state().online,
    device: deviceId,
    moment: clock.moment,
    room: createRoom('caches' in window ? caches : undefined),
    checkReceipt,
    wait,
    now: Date.now,
    random: Math.random,
    log,
  })
  return { auth, outbox, checkReceipt }
}
