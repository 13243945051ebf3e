import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeferred } from '../lib/async/deferred.ts'
import { createOutboxView, emptySnapshot } from './outbox-view.ts'
import type { OutboxContent } from './store/outbox-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const log = { warn: () => undefined, error: () => undefined }
const space = {
  freeMedia: async () => undefined,
  ensureReserve: async () => true,
  releaseReserve: async () => undefined,
}

test('shows storage that does not respond as failed within 10 s, and shows a later response after all', async () => {
  const reading = createDeferred<OutboxContent>()
  const { snapshot, refresh } = createOutboxView({
    store: { read: () => reading.promise },
    customer: () => 'coach-a',
    log,
    space,
  })
  const read = refresh()
  await vi.advanceTimersByTimeAsync(5000)
  expect(snapshot.get().storage).toBe('reading')
  await vi.advanceTimersByTimeAsync(4999)
  expect(snapshot.get().storage).toBe('failed')
  reading.resolve({ entries: [] })
  await read
  expect(snapshot.get()).toMatchObject({ storage: 'ready', customer: 'coach-a' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(snapshot.get().storage).toBe('ready')

  // As after the sign-in of another customer.
  snapshot.set(emptySnapshot)
  await vi.advanceTimersByTimeAsync(9999)
  expect(snapshot.get().storage).toBe('failed')
})
