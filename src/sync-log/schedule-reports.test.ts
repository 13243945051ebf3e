import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, Wait } from '../outbox/entry/entry.ts'
import type { OutboxSnapshot } from '../outbox/outbox.ts'
import { createStore } from '../lib/create-store.ts'
import { scheduleReports } from './schedule-reports.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const quiet: OutboxSnapshot = {
  customer: 'coach-a',
  storage: 'ready',
  entries: [],
  toSend: 0,
  needsAction: 0,
  isSending: false,
}

const start = (first: Partial<OutboxSnapshot> = {}) => {
  let snapshot = { ...quiet, ...first }
  let listener = () => undefined as void
  const world = { reports: 0, answer: true }
  const uploadCount = createStore(0)
  const stop = scheduleReports({
    outbox: {
      snapshot: () => snapshot,
      subscribe: (given) => {
        listener = given
        return () => undefined
      },
    },
    uploadCount,
    reporter: {
      report: async () => {
        world.reports += 1
        return world.answer
      },
    },
    now: Date.now,
  })
  const becomes = (change: Partial<OutboxSnapshot>) => {
    snapshot = { ...snapshot, ...change }
    listener()
  }
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return world.reports
  }
  return { world, becomes, uploadCount, after, stop }
}

test('reports at the start, and once for events in quick succession', async () => {
  const { becomes, after } = start()
  expect(await after(1999)).toBe(0)
  becomes({ deliveredAt: 1 })
  becomes({ deliveredAt: 2 })
  becomes({ needsAction: 1 })
  expect(await after(2000)).toBe(1)
  expect(await after(600_000)).toBe(1)
})

test('reports uploads, so that an admin sees failures that are tried again', async () => {
  const { uploadCount, after } = start()
  expect(await after(2000)).toBe(1)
  uploadCount.set(1)
  uploadCount.set(2)
  expect(await after(15_000)).toBe(2)
  expect(await after(600_000)).toBe(2)
})

test('reports every half hour without events, as the server may have been restored', async () => {
  const { after, stop } = start()
  expect(await after(2000)).toBe(1)
  expect(await after(1_799_999)).toBe(1)
  expect(await after(1)).toBe(2)
  expect(await after(1_800_000)).toBe(3)
  stop()
  expect(await after(3_600_000)).toBe(3)
})

test('sends one report every 15 seconds during a thousand deliveries in a row', async () => {
  const { becomes, after } = start()
  for (let entry = 0; entry < 1000; entry += 1) {
    becomes({ deliveredAt: entry })
    await after(60)
  }
  expect(await after(20_000)).toBeLessThanOrEqual(6)
})

test('does not report while something is being sent', async () => {
  const { becomes, after } = start({ isSending: true })
  expect(await after(60_000)).toBe(0)
  becomes({ isSending: false })
  expect(await after(2000)).toBe(1)
})

test('does not report captures alone', async () => {
  const { becomes, after } = start()
  await after(2000)
  becomes({ toSend: 3 })
  expect(await after(600_000)).toBe(1)
})

test('reports each failure once, whether it blocks everything or one entry', async () => {
  const { becomes, after } = start()
  await after(2000)
  const failed = (since: number): Wait => ({
    code: 'server-failed',
    since,
    until: since + 1,
    told: false,
    failures: 1,
  })
  becomes({ toSend: 1, wait: failed(10) })
  expect(await after(60_000)).toBe(2)
  becomes({ wait: failed(10) })
  expect(await after(600_000)).toBe(2)
  const entry = { state: { is: 'waiting', wait: failed(20) } } as Entry
  becomes({ entries: [entry] })
  expect(await after(60_000)).toBe(3)
})

test('does not report a refusal with a retry time, which the busy server knows of', async () => {
  const { becomes, after } = start()
  await after(2000)
  const wait: Wait = { code: 'too-many-requests', since: 10, until: 20, told: true, failures: 1 }
  becomes({ toSend: 1, wait })
  becomes({ entries: [{ state: { is: 'waiting', wait: { ...wait, since: 30 } } } as Entry] })
  expect(await after(600_000)).toBe(1)
})

test('does not report before the sign-in, or after it was stopped', async () => {
  const { becomes, after, stop } = start({ storage: 'reading' })
  expect(await after(600_000)).toBe(0)
  becomes({ storage: 'ready' })
  expect(await after(20_000)).toBe(1)
  becomes({ deliveredAt: 1 })
  stop()
  expect(await after(600_000)).toBe(1)
})

test('retries a report that did not arrive', async () => {
  const { world, after } = start()
  world.answer = false
  expect(await after(2000)).toBe(1)
  world.answer = true
  expect(await after(120_000)).toBe(2)
  expect(await after(600_000)).toBe(2)
})
