import { createProductApiClient, type ProductApiClient } from '../contract/product-api-client.ts'
import { createSendHealth } from '../health/send-health.ts'
import { createOutbox } from '../outbox/create-outbox.ts'
import { createCheckReceipt } from '../outbox/receipts/check-receipt.ts'
import { createIndexedDbStore } from '../outbox/store/indexed-db-store.ts'
import { readAppVersion } from '../platform/stored-app-version.ts'
import type { Browser } from '../platform/create-browser.ts'
import { workAsServiceWorker } from '../platform/locks.ts'
import { consoleLog as log } from '../platform/log.ts'
import { createCorrectedClock } from '../platform/network/corrected-clock.ts'
import { isServerReachable } from '../platform/network/echo-probe.ts'
import { createFreeSpace } from '../platform/storage/free-space.ts'
import { createDeviceId } from '../platform/storage/device-id.ts'
import { readStorageState } from '../platform/storage/storage-state.ts'
import { createSessionRecord } from '../session/session-record.ts'
import { createReporter } from '../sync-log/create-reporter.ts'
import { createIndexedDbSyncLog } from '../sync-log/indexed-db-sync-log.ts'

/** Our server. `fetch` fails when a new build takes over from this service worker. */
type Server = { origin: string; fetch: Browser['fetch'] }

/** Creates what the outbox, the reporter and the health report all need. */
const createSharedDeps = (browser: Browser, api: ProductApiClient) => {
  const { database, locks, newId, now } = browser
  const values = browser.keyValues('device')
  return {
    api,
    locks,
    device: createDeviceId({ database, earlier: values, randomId: newId }),
    /** Returns the time by the device's clock, and corrected by the server's clock. */
    moment: createCorrectedClock({ values, now }).moment,
    now,
    log,
  }
}

/**
 * Sends the waiting entries and the report on this device once. Throws if an entry is left, so that the
 * browser wakes the service worker again.
 */
const deliverOnce = async (
  browser: Browser,
  { origin, fetch }: Server,
  api: ProductApiClient,
): Promise<void> => {
  const { database, newId, sleep } = browser
  const sessionRecord = createSessionRecord(browser.keyValues('session'))
  const readUser = async () => (await sessionRecord.read())?.user
  let user = await readUser()
  const values = browser.keyValues('device')
  const shared = createSharedDeps(browser, api)
  const channel = new BroadcastChannel('outbox')
  const outbox = createOutbox({
    ...shared,
    store: createIndexedDbStore(database),
    channel,
    customer: () => user?.userID,
    // Called before and after each request, because no event tells a service worker that a tab has changed the session.
    refreshSession: async () => {
      user = await readUser()
    },
    onStorageLost: database.onLost,
    // This outbox is closed after one delivery, so it does not follow changes of the session.
    onSessionChange: () => () => undefined,
    // The browser starts a sync event only when it is online.
    isOnline: () => true,
    isServerReachable: () => isServerReachable((url, init) => fetch(origin + url, init), newId()),
    space: createFreeSpace(browser.caches),
    checkReceipt: createCheckReceipt({ api, values }),
    wait: sleep,
    random: Math.random,
  })
  const reporter = createReporter({
    ...shared,
    store: createIndexedDbSyncLog(database),
    session: () => user && { customer: user.userID, locale: user.locale },
    version: () => readAppVersion(values),
    storage: () => readStorageState(browser.storage),
    sendAgain: (customer, isLost) => outbox.forCustomer(customer).sendAgain(isLost),
    deletedCustomers: sessionRecord.readDeletedCustomers,
    addDeletedCustomers: sessionRecord.addDeletedCustomers,
    afterReport: createSendHealth({ ...shared, keyValues: browser.keyValues('health') }),
  })
  try {
    // `eager` skips the delays that this device has chosen after failures.
    await outbox.deliver({ eager: true })
    await reporter.report()
    // The response to the report may name entries that the server lost. This delivery sends them again before
    // the browser stops the service worker.
    const { toSend } = await outbox.deliver({ eager: true })
    if (toSend > 0) throw new Error('The outbox still has entries to send')
  } finally {
    outbox.close()
    channel.close()
  }
}

/**
 * Returns the function that sends the waiting entries of the signed-in customer, possibly while no tab is
 * open, and reports the outcome. It throws if an entry is left (see `deliverOnce`).
 *
 * The stored session contains the customer's id, and the browser adds the cookie of the product session to
 * each request. The browser calls the function for each new entry, so all calls share one client and its
 * anti-forgery token.
 */
export const createDeliverOutbox = (browser: Browser, server: Server): (() => Promise<void>) => {
  const api = createProductApiClient(server)
  return () => workAsServiceWorker(browser.lockManager, () => deliverOnce(browser, server, api))
}
