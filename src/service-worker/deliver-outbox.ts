import { createSessionRecord } from '../auth/session-record.ts'
import { createProductApiClient } from '../contract/product-api-client.ts'
import { createIndexedDbStore } from '../outbox/indexed-db-store.ts'
import { createOutbox } from '../outbox/create-outbox.ts'
import { createClock } from '../platform/clock.ts'
import { createDatabase } from '../platform/database.ts'
import { readDeviceId } from '../platform/device.ts'
import { createKeyValues } from '../platform/key-values.ts'
import { createLocks } from '../platform/locks.ts'
import { consoleLog } from '../platform/log.ts'

/**
 * Sends what waits while no tab may be open. The product session's cookie goes with the requests; whose it is says the
 * stored session. Throws when something is left, so that the browser wakes the service worker again.
 */
export const deliverOutbox = async (origin: string): Promise<void> => {
  const session = await createSessionRecord(createKeyValues('session')).read()
  const device = createKeyValues('device')
  const channel = new BroadcastChannel('outbox')
  const outbox = createOutbox({
    store: createIndexedDbStore(createDatabase(indexedDB)),
    api: createProductApiClient({ origin, fetch: (url, init) => fetch(url, init) }),
    locks: createLocks(navigator.locks),
    channel,
    customer: () => session?.user.userID,
    onSessionChange: () => () => undefined,
    online: () => true,
    device: () => readDeviceId(device, () => crypto.randomUUID()),
    moment: createClock({ values: device, now: Date.now }).moment,
    makeRoom: async () => undefined,
    now: Date.now,
    random: Math.random,
    log: consoleLog,
  })
  try {
    const { toSend } = await outbox.deliver({ eager: true })
    if (toSend > 0) throw new Error('Some entries of the outbox are still to be sent')
  } finally {
    outbox.close()
    channel.close()
  }
}
