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
import { restoreAddress } from '../../platform/remembered-address.ts'
import { createLocalText } from '../../platform/storage/local-text.ts'
import { takeHostedResponse } from '../../platform/take-hosted-response.ts'
import { createSession } from '../../session/create-session.ts'
import { createDatabaseLossNotice, detectDatabaseLoss } from '../../session/database-loss-notice.ts'
import { createProviderFetch, createLoadProvider } from '../../session/providers/load-provider.ts'
import type { Session } from '../../session/session.ts'
import { createTabs } from '../../session/tabs.ts'
import type { Connection } from './create-connection.ts'

type AccountDeps = {
  browser: Browser
  env: Env
  connection: Connection
  log: Log
  /**
   * Erases what was copied from or delivered to the services for a customer who is no longer signed in.
   */
  eraseAtSignOut: () => Promise<void>
}

/** Creates the outbox, which sends the entries of the signed-in customer. */
const connectOutbox = ({ browser, connection, log }: AccountDeps, session: Session) => {
  const { api, clock, connectivity, deviceId } = connection
  const { locks, now, sleep } = browser
  const checkReceipt = createCheckReceipt({ api, values: browser.keyValues('device') })
  const outbox = createOutbox({
    store: createIndexedDbStore(browser.database),
    api,
    locks,
    channel: new BroadcastChannel('outbox'),
    customer: session.customer,
    // Before a delivery, renews a product session that was opened under an earlier id of this device.
    prepare: session.renewForDevice,
    // `since` is when the refused call was made. A session that another tab has opened later is not renewed.
    renewSession: async (customer, since) => {
      const renewResult = await session.renew(customer, { since })
      if (renewResult.ok) return true
      // `undefined` if it is unknown whether the session is over, for example because of a network failure.
      return renewResult.error.isSessionOver ? false : undefined
    },
    isServerReachable: connectivity.check,
    onStorageLost: browser.database.onLost,
    onSessionChange: session.subscribe,
    isOnline: () => connectivity.state().online,
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
 * Before the device gets a new id, sends the entries again that it delivered under its old id. Sync reports
 * cover only the new id, so the server could not report later that a restored database has lost these
 * entries.
 */
const sendDeliveredAgain = async (
  outbox: DeviceOutbox,
  { from, customer }: { from: string; customer: string },
  log: Log,
): Promise<void> => {
  try {
    await outbox.forCustomer(customer).sendAgain(({ device }) => device === from)
  } catch (error) {
    log.error('Entries delivered under an earlier id could not be sent again', { reason: String(error) })
  }
}

/** Creates the session, its outbox, and the account, which adds events to the outbox. */
export const connectAccount = (deps: AccountDeps) => {
  const { browser, env, connection, log, eraseAtSignOut } = deps
  const { fetchWithTimeout, now, sleep } = browser
  const hostedResponse = takeHostedResponse(window)
  restoreAddress(window)
  const tabs = createTabs(browser.locks, window)
  const { withTabLock } = tabs
  /** What the session, its provider and the account all need. */
  const sharedDeps = { api: connection.api, values: browser.keyValues('session'), now, sleep, log }
  /** Ends the challenges of other tabs, also of sleeping ones: the coach who signs out may have started them. */
  const lastSignOut = createLocalText(() => localStorage, 'last-sign-out')
  const databaseLossNotice = createDatabaseLossNotice({
    values: sharedDeps.values,
    getDeviceId: connection.deviceId,
    tabs,
  })
  const session = createSession({
    ...sharedDeps,
    loadProvider: createLoadProvider({
      ...sharedDeps,
      env,
      fetch: createProviderFetch(fetchWithTimeout, connection.connectivity.check),
      serverTime: async () => (await connection.clock.moment()).corrected,
      withTabLock,
    }),
    device: connection.deviceId,
    newId: browser.newId,
    // `ids` are the id of this device up to now (`from`) and the new one (`to`).
    replaceDevice: async ({ customer, ...ids }) => {
      await sendDeliveredAgain(outbox, { ...ids, customer }, log)
      await connection.replaceDevice(ids)
    },
    onDatabaseLoss: databaseLossNotice.showTo,
    tabs,
    eraseAtSignOut: async () => {
      lastSignOut.write(browser.newId())
      await eraseAtSignOut()
    },
  })
  detectDatabaseLoss({ ...connection, session, notice: databaseLossNotice, log })
  const { outbox, checkReceipt } = connectOutbox(deps, session)
  const account = createAccount({
    ...sharedDeps,
    session,
    outbox,
    withTabLock,
    tabTexts: {
      challenge: createLocalText(() => sessionStorage, 'challenge'),
      authenticatorKey: createLocalText(() => sessionStorage, 'authenticator-key'),
    },
    lastSignOut,
    usedPasskey: createLocalText(() => localStorage, 'used-passkey'),
    hostedResponse,
    userPools: env.pools,
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
  return { session, databaseLossNotice, outbox, account, checkReceipt }
}
