import { createProductApiClient } from '../../contract/product-api-client.ts'
import { createLocks } from '../../platform/locks.ts'
import { createDatabase } from '../../platform/storage/database.ts'
import { createFreeSpace } from '../../platform/storage/free-space.ts'
import { createOutbox } from '../create-outbox.ts'
import { createIndexedDbStore } from '../store/indexed-db-store.ts'

type Tab = {
  /** The customer who is signed in. */
  customer: string
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  isOnline: () => boolean
  /** The channel to other tabs. */
  channel?: BroadcastChannel
}

/** The outbox of a tab in a browser test, with its own connection, channel and client over one database. */
export const openTab = ({ customer, fetch, isOnline, channel = new BroadcastChannel('outbox') }: Tab) => {
  const api = createProductApiClient({ origin: '', fetch })
  const database = createDatabase(indexedDB)
  const outbox = createOutbox({
    store: createIndexedDbStore(database),
    api,
    locks: createLocks(navigator.locks),
    channel,
    customer: () => customer,
    onSessionChange: () => () => undefined,
    onStorageLost: database.onLost,
    isOnline,
    device: async () => '00000000-0000-4000-8000-000000000000',
    moment: async () => ({ device: Date.now(), corrected: Date.now(), zone: 'UTC' }),
    space: createFreeSpace(caches),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: Date.now,
    random: Math.random,
    log: { warn: console.warn, error: console.error },
  })
  return { api, outbox }
}
