import { createSessionRecord } from '../session/session-record.ts'
import { createProductApiClient } from '../contract/product-api-client.ts'
import { createCheckReceipt } from '../outbox/receipts/check-receipt.ts'
import { createIndexedDbStore } from '../outbox/store/indexed-db-store.ts'
import { createOutbox } from '../outbox/create-outbox.ts'
import { readAppVersion } from '../sync-log/app-version.ts'
import { createClock } from '../platform/network/clock.ts'
import { createDatabase } from '../platform/storage/database.ts'
import { createDeviceId } from '../session/device-id.ts'
import { isServerThere } from '../platform/network/echo-probe.ts'
import { createKeyValues } from '../platform/storage/key-values.ts'
import { createLocks } from '../platform/locks.ts'
import { consoleLog } from '../platform/log.ts'
import { createRoom } from '../platform/storage/room.ts'
import { readStorageState } from '../platform/storage/storage-state.ts'
import { createReporter } from '../sync-log/create-reporter.ts'
import { createIndexedDbSyncLog } from '../sync-log/indexed-db-sync-log.ts'

/** What delivering and reporting share: the session as it is stored, this device, its database, the product API. */
const openDevice = async (origin: string) => {
  const session = await createSessionRecord(createKeyValues('session')).read()
  const values = createKeyValues('device')
  const locks = createLocks(navigator.locks)
  return {
    user: session?.user,
    values,
    database: createDatabase(indexedDB),
    common: {
      api: createProductApiClient({ origin, fetch: (url, init) => fetch(url, init) }),
      locks,
      device: createDeviceId({ values, locks, randomId: () => crypto.randomUUID() }),
      moment: createClock({ values, now: Date.now }).moment,
      now: Date.now,
      log: consoleLog,
    },
  }
}

/**
 * Sends what waits while no tab may be open, and reports what came of it. The product session's cookie goes with the
 * requests; whose it is says the stored session. Throws when something is left, so that the browser wakes the service
 * worker again.
 */
export const deliverOutbox = async (origin: string): Promise<void> => {
  const { user, values, database, common } = await openDevice(origin)
  const channel = new BroadcastChannel('outbox')
  const outbox = createOutbox({
    ...common,
    store: createIndexedDbStore(database),
    channel,
    customer: () => user?.userID,
    onSessionChange: () => () => undefined,
    online: () => true,
    isServerThere: () => isServerThere((url, init) => fetch(origin + url, init), crypto.randomUUID()),
    room: createRoom(caches),
    checkReceipt: createCheckReceipt({ api: common.api, values }),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
  })
  const reporter = createReporter({
    ...common,
    store: createIndexedDbSyncLog(database),
    session: () => user && { customer: user.userID, locale: user.locale },
    version: () => readAppVersion(values),
    storage: () => readStorageState(navigator.storage),
  })
  try {
    const { toSend } = await outbox.deliver({ eager: true })
    await reporter.report()
    if (toSend > 0) throw new Error('Some entries of the outbox are still to be sent')
  } finally {
    outbox.close()
    channel.close()
  }
}
