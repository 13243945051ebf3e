import { expect, test, vi } from 'vitest'
import { sleep } from '../lib/async/sleep.ts'
import { createDatabase } from '../platform/storage/database.ts'
import { hashBody } from './entry/entry.ts'
import type { Outbox } from './outbox.ts'
import { createIndexedDbStore } from './store/indexed-db-store.ts'
import { createInMemoryProductApi } from './testing/in-memory-product-api.ts'
import { outboxAt } from './testing/at-the-tab.ts'
import { openTab } from './testing/open-tab.ts'

const server = createInMemoryProductApi({ hash: hashBody })
const network = { isUp: true }

const openCoachTab = (channel = new BroadcastChannel('outbox')) => {
  const { outbox } = openTab({
    customer: 'coach-a',
    channel,
    fetch: async (url, init) => {
      if (!network.isUp) throw new TypeError('Failed to fetch')
      return server.fetch(url, init)
    },
    isOnline: () => network.isUp,
  })
  return outboxAt(outbox, () => 'coach-a')
}

const toSend = (...tabs: Pick<Outbox, 'snapshot'>[]) => tabs.map((tab) => tab.snapshot().toSend)
const event = (value: string) => ({ event_id: 3, value })

test('two tabs capture offline, see the entries of each other, and deliver each entry once', async () => {
  const [one, other] = [openCoachTab(), openCoachTab()]
  network.isUp = false
  const values = Array.from({ length: 20 }, (_, index) => `event ${index}`)
  await Promise.all(
    values.map((value, index) => (index % 2 ? one : other).add('event.logged.v1', event(value))),
  )
  await expect.poll(() => toSend(one, other)).toEqual([20, 20])

  network.isUp = true
  server.session = 'coach-a'
  // A request that just failed delays its entry, and nothing wakes these tabs later.
  while (one.snapshot().toSend > 0)
    await Promise.all([one.deliver({ eager: true }), other.deliver({ eager: true })])
  await expect.poll(() => toSend(one, other)).toEqual([0, 0])
  expect(server.accepted).toHaveLength(values.length)
  expect(new Set(server.accepted.map(({ body }) => body.value))).toEqual(new Set(values))
  expect((await one.readJournal()).filter(({ happened }) => happened === 'delivered')).toHaveLength(20)
  one.close()
  other.close()
})

test('a context that closes right after its last delivery tells the other tabs of it first', async () => {
  const channel = new BroadcastChannel('outbox')
  const [one, other] = [openCoachTab(channel), openCoachTab()]
  network.isUp = false
  for (const value of ['first', 'second']) await one.add('event.logged.v1', event(value))
  await expect.poll(() => toSend(one, other)).toEqual([2, 2])
  network.isUp = true
  server.session = 'coach-a'
  await one.deliver({ eager: true })
  one.close()
  channel.close()
  await expect.poll(() => toSend(other)).toEqual([0])
  other.close()
})

test('a closed outbox writes nothing back when the storage of this site is cleared', async () => {
  const [tab, closed] = [openCoachTab(), openCoachTab()]
  network.isUp = false
  expect((await closed.add('event.logged.v1', event('of an erased coach'))).ok).toBe(true)
  await expect.poll(() => toSend(tab, closed)).toEqual([1, 1])
  tab.close()
  closed.close()
  const deletion = indexedDB.deleteDatabase('breaking-barriers')
  await new Promise((resolve) => deletion.addEventListener('success', resolve))
  // The first attempt to restore starts at once, and the next attempt after 100 ms.
  await sleep(300)
  expect((await createIndexedDbStore(createDatabase(indexedDB)).read()).entries).toEqual([])
})

test('stores a capture with one write, without a network', async () => {
  const tab = openCoachTab()
  network.isUp = false
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  for (let count = 0; count < 20; count += 1) {
    expect((await tab.add('event.logged.v1', event(`quick ${count}`))).ok).toBe(true)
  }
  const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite')
  expect(writes).toHaveLength(20)
  tab.close()
})
