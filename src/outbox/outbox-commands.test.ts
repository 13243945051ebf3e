import { expect, test } from 'vitest'
import { capture } from './outbox-commands.ts'
import { createMemoryDisk, createMemoryStore } from './testing/memory-store.ts'

const event = {
  name: 'event.logged.v1',
  payload: { event_id: 3, value: 'my words' },
  customer: 'coach-a',
} as const
const full = new DOMException('', 'QuotaExceededError')

/** A disk whose next writes fail with the given errors, in that order. */
const start = (failures: Error[]) => {
  const disk = createMemoryDisk()
  const store = createMemoryStore(disk)
  const logged: string[] = []
  const given: string[] = []
  const deps = {
    store: {
      ...store,
      deleteOlderCopies: async () => void given.push('copies'),
      capture: async (...args: Parameters<typeof store.capture>) => {
        const failure = failures.shift()
        if (failure) throw failure
        return store.capture(...args)
      },
    },
    device: async () => '00000000-0000-4000-8000-000000000000',
    moment: async () => ({ device: 1, corrected: 2, zone: 'UTC' }),
    newKey: () => '018f0000-0000-7000-8000-000000000001',
    space: {
      freeMedia: async () => void given.push('media'),
      releaseReserve: async () => void given.push('reserve'),
    },
    log: {
      warn: () => undefined,
      error: (message: string, details?: Record<string, unknown>) =>
        void logged.push(`${message} ${JSON.stringify(details)}`),
    },
  }
  return { disk, deps, logged, given, kept: () => capture(deps, event) }
}

test('stores the customer, device number, lane, capture time and payload hash of an event', async () => {
  const { disk, kept } = start([])
  expect(await kept()).toMatchObject({
    ok: true,
    value: {
      seq: 1,
      customer: 'coach-a',
      lane: 'events',
      payload: event.payload,
      // printf '{"customer_id":"coach-a","event_id":3,"value":"my words"}' | sha256sum
      payloadHash: '18f1ea057701f73d636114007565af0dbe696b3399511d2a10577ee52360d4bf',
      capturedAt: { device: 1, corrected: 2, zone: 'UTC' },
      state: { is: 'waiting' },
    },
  })
  expect(disk.rows.size).toBe(1)
})

test.each([
  ['the copies of what was delivered go, and the event is stored', [full], ['copies']],
  ['where that is not enough the media go too', [full, full], ['copies', 'media']],
  ['and at last the reserve', [full, full, full], ['copies', 'media', 'reserve']],
])('on a full device %s', async (_, failures, gone) => {
  const { disk, given, kept } = start([...failures])
  expect((await kept()).ok).toBe(true)
  expect(given).toEqual(gone)
  expect(disk.rows.size).toBe(1)
})

test('reports a full device when there is still no room', async () => {
  const { kept } = start([full, full, full, full])
  expect(await kept()).toEqual({ ok: false, error: { code: 'storage-full', message: 'error.storageFull' } })
})

test('reports a disk that another window holds as busy, not as broken', async () => {
  const { kept } = start([new DOMException('Another window holds the database.', 'TimeoutError')])
  expect(await kept()).toEqual({ ok: false, error: { code: 'storage-busy', message: 'error.storageBusy' } })
})

test('stores an event although the device id cannot be read', async () => {
  const { disk, deps } = start([])
  const kept = await capture({ ...deps, device: () => new Promise(() => undefined) }, event)
  expect(kept).toMatchObject({ ok: true, value: { device: deps.newKey() } })
  expect(disk.rows.size).toBe(1)
})

test('distinguishes a broken disk from a full one, and logs no payload', async () => {
  const { logged, given, kept } = start([new Error('IndexedDB aborted')])
  expect(await kept()).toEqual({ ok: false, error: { code: 'storage-failed', message: 'error.unexpected' } })
  expect(given).toEqual([])
  expect(logged.join()).toContain('IndexedDB aborted')
  expect(logged.join()).not.toContain('my words')
})
