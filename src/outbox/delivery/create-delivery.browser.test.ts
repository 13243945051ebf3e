import { expect, test } from 'vitest'
import { createDeferred } from '../../lib/async/deferred.ts'
import { hashBody } from '../entry/entry.ts'
import { outboxAt } from '../testing/at-the-tab.ts'
import { createInMemoryProductApi } from '../testing/in-memory-product-api.ts'
import { openTab } from '../testing/open-tab.ts'

/** Takes the sender lock in another window, as a frozen one does; returns the function that releases it. */
const freezeSender = async (): Promise<() => void> => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { navigator: other } = frame.contentWindow ?? expect.unreachable()
  const held = createDeferred<void>()
  await new Promise<void>((resolve) => {
    void other.locks.request('outbox-sender', () => {
      resolve()
      return held.promise
    })
  })
  return () => {
    held.resolve()
    frame.remove()
  }
}

test('reports within 10 s that a frozen window holds delivery up, and sends as soon as the window is gone', async () => {
  const server = createInMemoryProductApi({ hash: hashBody })
  server.session = 'coach-a'
  const { outbox } = openTab({ customer: 'coach-a', fetch: server.fetch, isOnline: () => true })
  const tab = outboxAt(outbox, () => 'coach-a')
  const thaw = await freezeSender()
  const began = Date.now()
  await tab.add('event.logged.v1', { event_id: 3, value: 'held up' })
  const delivered = tab.deliver({ force: true })
  await expect
    .poll(() => tab.snapshot())
    .toMatchObject({ isSending: true, blockedBy: 'other-tab', toSend: 1 })
  expect(Date.now() - began).toBeGreaterThan(5000)
  // A change without a delivery does not end the hold-up.
  await tab.readEntries()
  expect(tab.snapshot().blockedBy).toBe('other-tab')

  thaw()
  await delivered
  await expect.poll(() => tab.snapshot().toSend).toBe(0)
  expect(tab.snapshot()).not.toHaveProperty('blockedBy')
  expect(server.accepted).toHaveLength(1)
  tab.close()
})
