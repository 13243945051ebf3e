import { expect, test, vi } from 'vitest'
import { createProductApiClient } from '../contract/product-api-client.ts'
import { createDatabase } from '../platform/storage/database.ts'
import { createLocks } from '../platform/locks.ts'
import { createFreeSpace } from '../platform/storage/free-space.ts'
import { bodyHash } from './entry/entry.ts'
import { createOutbox } from './create-outbox.ts'
import { createInMemoryProductApi } from './testing/in-memory-product-api.ts'
import { createIndexedDbStore } from './store/indexed-db-store.ts'
import { outboxAt } from './testing/at-the-tab.ts'

const server = createInMemoryProductApi({ hash: bodyHash })
const network = { isUp: true }

/** As a tab does it: its own connection, channel and client. */
const openTab = () => {
  const outbox = createOutbox({
    store: createIndexedDbStore(createDatabase(indexedDB)),
    api: createProductApiClient({
      origin: '',
      fetch: async (url, init) => {
        if (!network.isUp) throw new TypeError('Failed to fetch')
        return server.fetch(url, init)
      },
    }),
    locks: createLocks(navigator.locks),
    channel: new BroadcastChannel('outbox'),
    customer: () => 'coach-a',
    onSessionChange: () => () => undefined,
    onStorageLost: () => undefined,
    online: () => network.isUp,
    device: async () => '00000000-0000-4000-8000-000000000000',
    moment: async () => ({ device: Date.now(), corrected: Date.now(), zone: 'UTC' }),
    space: createFreeSpace(caches),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: Date.now,
    random: Math.random,
    log: { warn: console.warn, error: console.error },
  })
  return outboxAt(outbox, () => 'coach-a')
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}
const event = (value: string) => ({ event_id: 3, value })

test("two tabs capture without network, see each other's entries, and deliver each of them once", async () => {
  const [one, other] = [openTab(), openTab()]
  network.isUp = false
  const values = Array.from({ length: 20 }, (_, index) => `event ${index}`)
  await Promise.all(
    values.map((value, index) => (index % 2 ? one : other).add('event.logged.v1', event(value))),
  )
  await until(() => one.snapshot().toSend === 20 && other.snapshot().toSend === 20)

  network.isUp = true
  server.session = 'coach-a'
  // A request that failed just now puts its entry off, and nothing wakes these tabs later.
  while (one.snapshot().toSend > 0)
    await Promise.all([one.deliver({ eager: true }), other.deliver({ eager: true })])
  await until(() => one.snapshot().toSend === 0 && other.snapshot().toSend === 0)
  expect(server.accepted).toHaveLength(values.length)
  expect(new Set(server.accepted.map(({ body }) => body.value))).toEqual(new Set(values))
  expect((await one.journal()).filter(({ happened }) => happened === 'delivered')).toHaveLength(20)
  one.close()
  other.close()
})

test('a capture is on the disk after one write, without a network', async () => {
  const tab = openTab()
  network.isUp = false
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  for (let count = 0; count < 20; count += 1) {
    expect((await tab.add('event.logged.v1', event(`quick ${count}`))).ok).toBe(true)
  }
  const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite')
  expect(writes).toHaveLength(20)
  tab.close()
})
