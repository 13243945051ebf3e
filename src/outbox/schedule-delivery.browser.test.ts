import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConnectivityState } from '../platform/network/connectivity.ts'
import { scheduleDelivery } from './schedule-delivery.ts'
import type { Outbox, OutboxSnapshot } from './outbox.ts'

const nothing: OutboxSnapshot = { storage: 'ready', entries: [], toSend: 0, needsAction: 0, isSending: false }
const entry = (seq: number) => ({ seq }) as OutboxSnapshot['entries'][number]

/** The parts of an outbox and of connectivity that the triggers use. */
const start = () => {
  const delivered: string[] = []
  const listeners = { outbox: () => undefined as void, connectivity: () => undefined as void }
  let snapshot = nothing
  let reached: ConnectivityState = { kind: 'online', online: true }
  let asked = 0
  let checks = 0
  const outbox = {
    deliver: async (options?: { eager?: boolean }) => {
      delivered.push(options?.eager === true ? 'eagerly' : 'patiently')
      return { storage: 'ready' as const, sent: 0, toSend: 0, needsAction: 0 }
    },
    snapshot: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.outbox = listener
      return () => undefined
    },
  } as Partial<Outbox> as Outbox
  const stop = scheduleDelivery({
    outbox,
    connectivity: {
      state: () => reached,
      subscribe: (listener) => {
        listeners.connectivity = listener
        return () => undefined
      },
      fetch,
      check: async () => {
        checks += 1
        return reached.online
      },
    },
    page: document,
    window,
    requestBackgroundSync: () => {
      asked += 1
    },
    now: Date.now,
  })
  return {
    delivered,
    stop,
    asked: () => asked,
    checks: () => checks,
    holds: (next: Partial<OutboxSnapshot>) => {
      snapshot = { ...nothing, ...next }
      listeners.outbox()
    },
    becomes: (next: ConnectivityState) => {
      reached = next
      listeners.connectivity()
    },
  }
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

test('delivers at the start, when the page is shown or focused, and eagerly when the network is back', () => {
  const { delivered, becomes, stop } = start()
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  becomes({ kind: 'offline', online: false, since: 1 })
  becomes({ kind: 'online', online: true })
  expect(delivered).toEqual(['patiently', 'patiently', 'patiently', 'eagerly', 'eagerly'])
  stop()
  window.dispatchEvent(new Event('focus'))
  expect(delivered).toHaveLength(5)
})

test('checks the network when the service worker or another tab has delivered', () => {
  const { becomes, holds, checks, stop } = start()
  holds({ toSend: 2, deliveredAt: 1 })
  becomes({ kind: 'offline', online: false, since: 1 })
  holds({ toSend: 2, deliveredAt: 1 })
  expect(checks()).toBe(0)
  holds({ toSend: 1, deliveredAt: 2 })
  expect(checks()).toBe(1)
  stop()
})

test('delivers once a wait is over, although a timer may fire a moment early', () => {
  const { delivered, holds, stop } = start()
  holds({ toSend: 1, nextTryAt: Date.now() + 4000 })
  vi.advanceTimersByTime(4001)
  expect(delivered).toHaveLength(1)
  vi.advanceTimersByTime(20)
  expect(delivered).toHaveLength(2)
  stop()
})

test('retries a due entry that was not sent once a minute, not in a loop', () => {
  const { delivered, holds, stop } = start()
  holds({ toSend: 1, nextTryAt: 0 })
  vi.advanceTimersByTime(59_999)
  expect(delivered).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(delivered).toHaveLength(2)
  stop()
})

test('sets no timer when nothing is to be sent', () => {
  const { holds, stop } = start()
  holds({})
  expect(vi.getTimerCount()).toBe(0)
  stop()
})

test('requests Background Sync when an entry is added, not when one leaves', () => {
  const { asked, holds, stop } = start()
  holds({ entries: [entry(1)] })
  holds({ entries: [entry(1)] })
  holds({ entries: [] })
  expect(asked()).toBe(1)
  stop()
})

test('requests Background Sync for an entry that comes while another leaves, or that returns', () => {
  const { asked, holds, stop } = start()
  holds({ entries: [entry(1)] })
  holds({ entries: [entry(2)] })
  expect(asked()).toBe(2)
  holds({ entries: [entry(1), entry(2)] })
  expect(asked()).toBe(3)
  stop()
})
