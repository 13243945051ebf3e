import { createProductApiClient } from '../../contract/product-api-client.ts'
import { createLocks } from '../../platform/locks.ts'
import { createDatabase } from '../../platform/storage/database.ts'
import { createFreeSpace } from '../../platform/storage/free-space.ts'
import { createOutbox } from '../create-outbox.ts'
import { createIndexedDbStore } from '../store/indexed-db-store.ts'

type Tab = {
  /** Who is signed in. */
  customer: string
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  online: () => boolean
  /** How it hears of other tabs. */
  channel?: BroadcastChannel
}

/** The outbox as a tab of a browser test has it: a connection, a channel and a client of its own over the database of the page. */
export const openTab = ({ customer, fetch, online, channel = new BroadcastChannel('outbox') }: Tab) => {
  const api = createProductApiClient({ origin: '', fetch })
  const outbox = createOutbox({
    store: createIndexedDbStore(createDatabase(indexedDB)),
    api,
    locks: createLocks(navigator.locks),
    channel,
    customer: () => customer,
    onSessionChange: () => () => undefined,
    onStorageLost: () => undefined,
    online,
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
