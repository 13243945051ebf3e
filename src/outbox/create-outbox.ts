import { v7 } from 'uuid'
import { createStore } from '../lib/create-store.ts'
import { oneAtATime } from '../lib/one-at-a-time.ts'
import type { Locks } from '../platform/locks.ts'
import type { FreeSpace } from '../platform/storage/free-space.ts'
import type { CaptureDeps } from './capture.ts'
import { needsSession } from './delivery/judge.ts'
import { drain, type DrainDeps } from './delivery/drain.ts'
import { createCommands } from './outbox-commands.ts'
import type { DeliveryReport, Outbox, OutboxSnapshot } from './outbox.ts'
import { pendingOf, reportOf, snapshotOf } from './snapshot.ts'

export type OutboxDeps = Omit<CaptureDeps, 'newKey'> &
  Omit<DrainDeps, 'changed'> & {
    newKey?: () => string
    locks: Locks
    /** Reaches the other tabs and the service worker: something changed. */
    channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
    /** Whether a delivery that nobody has asked for is worth trying. */
    online: () => boolean
    /** Calls back when the session changes; returns how to stop. */
    onSessionChange: (listener: () => void) => () => void
    space: FreeSpace
    /** Resolves after so many ms. */
    wait: (ms: number) => Promise<void>
  }

/** One sender over all tabs, workers and the service worker. */
const senderLock = 'outbox-sender'
/** ms; longer than any request takes, so that only a frozen page loses the lock */
const senderTimeout = 90_000

/** ms; a thousand entries that leave one after the other are not read a thousand times */
const calm = 150

const empty: OutboxSnapshot = { storage: 'reading', entries: [], toSend: 0, needsYou: 0, sending: false }

/** The outbox of this context. Every tab and the service worker have one, over the same database. */
export const createOutbox = (given: OutboxDeps): Outbox => {
  const snapshot = createStore(empty)
  let tight = false
  const releaseReserve = async () => {
    await given.space.releaseReserve()
    tight = true
  }
  const deps = { newKey: v7, ...given, space: { ...given.space, releaseReserve } }
  const { store, customer, locks, channel, log, now } = deps

  const look = async (): Promise<void> => {
    const who = customer()
    const before = snapshot.get().entries.length
    try {
      const content = await store.read(who)
      // Another customer signed in while the disk was read: a read for them follows.
      if (who === customer())
        snapshot.set(snapshotOf(content, { customer: who, sending: snapshot.get().sending, tight }))
      // What left, whoever sent it, may have made room.
      if (tight && snapshot.get().entries.length < before) void ensureReserve()
    } catch (error) {
      log.error('The outbox could not be read', { reason: String(error) })
      snapshot.set({ ...empty, storage: 'failed' })
    }
  }
  const refresh = oneAtATime(look)

  const changed = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no other
    channel.postMessage('changed')
    void refresh()
  }
  const lookNowAndThen = oneAtATime(async () => {
    changed()
    await deps.wait(calm)
  })

  let eagerSince: number | undefined
  const deliverOnce = async (): Promise<DeliveryReport> => {
    await refresh()
    const before = snapshot.get()
    const since = eagerSince
    eagerSince = undefined
    if (since === undefined && !deps.online()) return reportOf(before, before)
    snapshot.set({ ...snapshot.get(), sending: before.toSend > 0 })
    try {
      await locks.hold(senderLock, senderTimeout, (signal) =>
        drain(
          { ...deps, changed: () => void lookNowAndThen() },
          { signal, ...(since !== undefined && { eagerSince: since }) },
        ),
      )
    } catch (error) {
      log.error('The outbox could not be delivered', { reason: String(error) })
    }
    snapshot.set({ ...snapshot.get(), sending: false })
    await refresh()
    return reportOf(before, snapshot.get())
  }
  const deliverNext = oneAtATime(deliverOnce)

  const deliver: Outbox['deliver'] = ({ eager = false } = {}) => {
    if (eager) eagerSince = now()
    return deliverNext()
  }

  const ensureReserve = async () => {
    const isReserved = await deps.space.ensureReserve()
    if (isReserved === !tight) return
    tight = !isReserved
    await refresh()
  }
  const commands = createCommands({ deps, customer, now, changed, deliver })

  const onMessage = () => void refresh()
  channel.addEventListener('message', onMessage)
  /** A customer who has signed in does not wait for a sign-in any more, nor for that of another customer. */
  const begin = async () => {
    try {
      await store.lift(needsSession)
    } catch (error) {
      log.error('A wait could not be lifted', { reason: String(error) })
    }
    await deliver({ eager: true })
  }
  let known = customer()
  const stopFollowing = deps.onSessionChange(() => {
    if (customer() === known) return
    known = customer()
    // Nothing of one customer is on the screen of the next, not even for the time of a read.
    snapshot.set(empty)
    void (known === undefined ? refresh() : begin())
  })
  void refresh()
  void ensureReserve()

  return {
    ...commands,
    snapshot: snapshot.get,
    subscribe: snapshot.subscribe,
    deliver,
    pendingFor: async (who) => pendingOf((await store.read()).entries, who),
    receipts: async () => store.receipts(customer() ?? ''),
    journal: async () => store.journal(customer() ?? ''),
    close: () => {
      channel.removeEventListener('message', onMessage)
      stopFollowing()
    },
  }
}
