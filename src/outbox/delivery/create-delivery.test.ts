import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeferred } from '../../lib/async/deferred.ts'
import { add, start } from '../testing/one-tab.ts'

// `setImmediate`, which the turns of the world use, stays.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** A tab with an entry to send while another context has the turn, until `release`. */
const startBehind = async (context: 'window' | 'service-worker') => {
  const { world, tab, finish } = start()
  const released = createDeferred<void>()
  await finish()
  void world.locks.of(undefined, context).hold('outbox-sender', 0, () => released.promise)
  await finish(add(tab))
  const delivered = tab.outbox.deliver({ force: true })
  await finish()
  return { world, tab, finish, delivered, release: () => released.resolve() }
}

test.each([
  ['window', 'other-tab'],
  ['service-worker', 'service-worker'],
] as const)(
  'tells within 10 s that the %s has the turn and delivers nothing, and sends when the turn is free',
  async (context, blockedBy) => {
    const { world, tab, finish, delivered, release } = await startBehind(context)
    await vi.advanceTimersByTimeAsync(5000)
    expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, isSending: true })
    expect(tab.outbox.snapshot()).not.toHaveProperty('blockedBy')
    await vi.advanceTimersByTimeAsync(4999)
    expect(tab.outbox.snapshot().blockedBy).toBe(blockedBy)
    release()
    await finish(delivered)
    expect(tab.outbox.snapshot()).toMatchObject({ toSend: 0, isSending: false })
    expect(tab.outbox.snapshot()).not.toHaveProperty('blockedBy')
    expect(world.server.accepted).toHaveLength(1)
  },
)

test('asks again who has the turn: it may pass from the service worker to a frozen window', async () => {
  const { world, tab, finish } = start()
  const killed = createDeferred<void>()
  const forever = () => new Promise<void>(() => undefined)
  await finish()
  void world.locks.of(killed.promise, 'service-worker').hold('outbox-sender', 0, forever)
  void world.locks.of().hold('outbox-sender', 0, forever)
  await finish(add(tab))
  await vi.advanceTimersByTimeAsync(9999)
  expect(tab.outbox.snapshot().blockedBy).toBe('service-worker')
  // The browser stops a service worker that takes too long.
  killed.resolve()
  await vi.advanceTimersByTimeAsync(9999)
  expect(tab.outbox.snapshot().blockedBy).toBe('other-tab')
})
