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
import type { Browser } from '../platform/create-browser.ts'
import type { Log } from '../platform/log.ts'
import { createRoom } from '../platform/storage/room.ts'
import type { Connection } from './create-connection.ts'

type Deps = {
  browser: Browser
  env: Env
  connection: Connection
  log: Log
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
  browser,
  env,
  connection,
  log,
  forget,
}: Deps): { auth: Auth; outbox: Outbox; checkReceipt: CheckReceipt } => {
  const { api, clock, connectivity, deviceId } = connection
  const { locks, now, sleep } = browser
  const values = browser.keyValues('session')
  const tabs = createTabs(locks)
  const common = { api, values, now, sleep }

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
  const checkReceipt = createCheckReceipt({ api, values: browser.keyValues('device') })
  const outbox = createOutbox({
    store: createIndexedDbStore(browser.database),
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
    room: createRoom(browser.caches),
    checkReceipt,
    wait: sleep,
    now,
    random: Math.random,
    log,
  })
  return { auth, outbox, checkReceipt }
}
