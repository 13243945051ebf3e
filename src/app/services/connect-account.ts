import { createAccount } from '../../account/create-account.ts'
import type { Env } from '../../config/env.ts'
import { consentService } from '../../contract/consent.ts'
import { extendedProfileService } from '../../contract/extended-profile.ts'
import { createServiceClient } from '../../contract/service-client.ts'
import { createOutbox } from '../../outbox/create-outbox.ts'
import type { DeviceOutbox } from '../../outbox/outbox.ts'
import { createCheckReceipt } from '../../outbox/receipts/check-receipt.ts'
import { createIndexedDbStore } from '../../outbox/store/indexed-db-store.ts'
import type { Browser } from '../../platform/create-browser.ts'
import type { Log } from '../../platform/log.ts'
import { createFreeSpace } from '../../platform/storage/free-space.ts'
import { createBeganAnew } from '../../session/began-anew.ts'
import { createSession } from '../../session/create-session.ts'
import { createFetchOfProvider, createProviderFor } from '../../session/providers/provider-for.ts'
import type { Session } from '../../session/session.ts'
import { createTabs } from '../../session/tabs.ts'
import type { Connection } from './create-connection.ts'

type Deps = {
  browser: Browser
  env: Env
  connection: Connection
  log: Log
  /** Erases the copies of a customer who is no longer signed in. */
  eraseAtSignOut: () => Promise<void>
}

/** The outbox, which sends for the customer of the session. */
const connectOutbox = ({ browser, connection, log }: Deps, session: Session) => {
  const { api, clock, connectivity, deviceId } = connection
  const { locks, now, sleep } = browser
  const checkReceipt = createCheckReceipt({ api, values: browser.keyValues('device') })
  const outbox = createOutbox({
    store: createIndexedDbStore(browser.database),
    api,
    locks,
    channel: new BroadcastChannel('outbox'),
    customer: session.customer,
    prepare: session.renewForDevice,
    renewSession: async (customer, since) => {
      const renewed = await session.renew(customer, { since })
      if (renewed.ok) return true
      return renewed.error.ended ? false : undefined
    },
    isServerThere: connectivity.check,
    onStorageLost: browser.database.onLost,
    onSessionChange: session.subscribe,
    online: () => connectivity.state().online,
    device: deviceId,
    moment: clock.moment,
    space: createFreeSpace(browser.caches),
    checkReceipt,
    wait: sleep,
    now,
    random: Math.random,
    log,
  })
  return { outbox, checkReceipt }
}

/**
 * Sends the entries that were delivered under an earlier id of this device again before the device gets
 * another id. Reports cover only the current id, so the server could never report that a restored database
 * has lost these entries.
 */
const sendAgainOf = async (
  outbox: DeviceOutbox,
  { from, customer }: { from: string; customer: string },
  log: Log,
): Promise<void> => {
  try {
    await outbox.of(customer).sendAgain(({ device }) => device === from)
  } catch (error) {
    log.error('What was delivered under an earlier id cannot be sent again', { reason: String(error) })
  }
}

/** Creates the session, its outbox, and the account, which adds events to the outbox. */
export const connectAccount = (deps: Deps) => {
  const { browser, env, connection, log, eraseAtSignOut } = deps
  const { fetchInTime, now, sleep } = browser
  const tabs = createTabs(browser.locks, window)
  const { exclusive } = tabs
  const common = { api: connection.api, values: browser.keyValues('session'), now, sleep, log }
  const beganAnew = createBeganAnew(common.values)
  const session = createSession({
    ...common,
    providerFor: createProviderFor({
      ...common,
      env,
      fetch: createFetchOfProvider(fetchInTime, connection.connectivity.check),
      exclusive,
    }),
    device: connection.deviceId,
    newId: browser.newId,
    replaceDevice: async ({ customer, ...ids }) => {
      await sendAgainOf(outbox, { ...ids, customer }, log)
      await connection.replaceDevice(ids)
    },
    onBeganAnew: beganAnew.note,
    tabs,
    eraseAtSignOut,
  })
  const { outbox, checkReceipt } = connectOutbox(deps, session)
  const account = createAccount({
    ...common,
    session,
    outbox,
    exclusive,
    consent: createServiceClient({
      service: consentService,
      address: env.consentUrl,
      fetch: fetchInTime,
    }),
    extendedProfile: {
      client: createServiceClient({
        service: extendedProfileService,
        address: env.extendedProfileUrl,
        fetch: fetchInTime,
      }),
      keys: env.personKeys,
    },
  })
  return { session, beganAnew, outbox, account, checkReceipt }
}
