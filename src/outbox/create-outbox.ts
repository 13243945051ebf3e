import { v7 } from 'uuid'
import { createStore } from '../lib/create-store.ts'
import { oneAtATime } from '../lib/one-at-a-time.ts'
import type { Locks } from '../platform/locks.ts'
import type { FreeSpace } from '../platform/storage/free-space.ts'
import type { CaptureDeps } from './capture.ts'
import { needsSession, type Urgency } from './delivery/judge.ts'
import { drain, type DrainDeps } from './delivery/drain.ts'
import { createAdd, createAddFor, createCommands } from './outbox-commands.ts'
import type { DeliveryReport, DeviceOutbox, Outbox, OutboxSnapshot } from './outbox.ts'
import { pendingOf, reportOf, snapshotOf } from './snapshot.ts'
import { createWriteBack } from './write-back.ts'

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
    /** Calls back when the storage may have been cleared. */
    onStorageLost: (listener: () => void) => void
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

/** The room for what a coach does; it is tight while the reserve is used up, or could not be made. */
const createRoom = ({ space }: Pick<OutboxDeps, 'space'>, refresh: () => Promise<void>) => {
  let tight = false
  return {
    isTight: () => tight,
    ensureReserve: async (): Promise<void> => {
      const isReserved = await space.ensureReserve()
      if (isReserved === !tight) return
      tight = !isReserved
      await refresh()
    },
    releaseReserve: async (): Promise<void> => {
      await space.releaseReserve()
      tight = true
    },
  }
}

/** What this context shows of the store, and how it is read again. */
const createView = (deps: OutboxDeps) => {
  const { store, customer, log } = deps
  const snapshot = createStore(empty)

  const read = async (): Promise<void> => {
    const who = customer()
    const before = snapshot.get().entries.length
    try {
      const content = await store.read(who)
      // Another customer signed in while the disk was read: a read for them follows.
      if (who === customer()) {
        const { sending } = snapshot.get()
        snapshot.set(snapshotOf(content, { customer: who, sending, tight: room.isTight() }))
      }
      // What left, whoever sent it, may have made room.
      if (room.isTight() && snapshot.get().entries.length < before) void room.ensureReserve()
    } catch (error) {
      log.error('The outbox could not be read', { reason: String(error) })
      // What is on the screen stays there: the disk may have lost it.
      snapshot.set({ ...snapshot.get(), storage: 'failed' })
    }
  }
  const refresh = oneAtATime(read)
  const room = createRoom(deps, refresh)
  return { snapshot, refresh, room }
}

type View = Pick<ReturnType<typeof createView>, 'snapshot' | 'refresh'>

/** Sends what can be sent; calls made meanwhile share one more delivery. */
const createDelivery = (deps: DrainDeps & OutboxDeps, { snapshot, refresh }: View): Outbox['deliver'] => {
  const { locks, log, now, online } = deps
  let next: Urgency = {}

  const deliverOnce = async (): Promise<DeliveryReport> => {
    await refresh()
    const before = snapshot.get()
    const urgency = next
    next = {}
    const isUrgent = urgency.eagerSince !== undefined || urgency.askedSince !== undefined
    if (!isUrgent && !online()) return reportOf(before, before)
    snapshot.set({ ...snapshot.get(), sending: before.toSend > 0 })
    try {
      await locks.hold(senderLock, senderTimeout, (signal) => drain(deps, { signal, ...urgency }))
    } catch (error) {
      log.error('The outbox could not be delivered', { reason: String(error) })
    }
    snapshot.set({ ...snapshot.get(), sending: false })
    await refresh()
    return reportOf(before, snapshot.get())
  }
  const deliverNext = oneAtATime(deliverOnce)

  return ({ eager = false, asked = false } = {}) => {
    if (eager) next = { ...next, eagerSince: now() }
    if (asked) next = { ...next, askedSince: now() }
    return deliverNext()
  }
}

/** Shows and sends what is the next customer's as soon as the session changes; returns how to stop. */
const followSession = (
  { store, customer, onSessionChange, log }: OutboxDeps,
  { snapshot, refresh }: View,
  deliver: Outbox['deliver'],
) => {
  let known = customer()
  /** A customer who has signed in does not wait for a sign-in any more, nor for that of another customer. */
  const begin = async () => {
    try {
      await store.lift(needsSession)
      // Those of a customer who was here before, if the sign-out was cut short.
      await store.forgetDelivered(known)
    } catch (error) {
      log.error('The outbox could not be prepared for a customer', { reason: String(error) })
    }
    await deliver({ eager: true })
  }
  return onSessionChange(() => {
    if (customer() === known) return
    known = customer()
    // Nothing of one customer is on the screen of the next, not even for the time of a read.
    snapshot.set(empty)
    void (known === undefined ? refresh() : begin())
  })
}

/** The outbox of this context. Every tab and the service worker have one, over the same database. */
export const createOutbox = (deps: OutboxDeps): DeviceOutbox => {
  const { store, channel, space, wait } = deps
  const view = createView(deps)
  const { snapshot, refresh, room } = view

  const changed = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no other
    channel.postMessage('changed')
    void refresh()
  }
  const changedNowAndThen = oneAtATime(async () => {
    changed()
    await wait(calm)
  })
  const deliver = createDelivery({ ...deps, changed: () => void changedNowAndThen() }, view)
  const capturing = { newKey: v7, ...deps, space: { ...space, releaseReserve: room.releaseReserve } }
  const add = createAdd(capturing, { changed, deliver })

  const outboxOf = (customer: string): Outbox => ({
    ...createCommands(capturing, { add, changed, deliver, customer }),
    snapshot: () => {
      const shown = snapshot.get()
      return shown.customer === undefined || shown.customer === customer ? shown : empty
    },
    subscribe: snapshot.subscribe,
    deliver,
  })
  let last: { customer: string; outbox: Outbox } | undefined

  const writeBack = createWriteBack(deps, () => snapshot.get().entries)
  deps.onStorageLost(() => {
    const shown = snapshot.get()
    void writeBack().then((all) => (all ? changed() : snapshot.set({ ...shown, storage: 'failed' })))
  })

  const onMessage = () => void refresh()
  channel.addEventListener('message', onMessage)
  const stopFollowing = followSession(deps, view, deliver)
  void refresh()
  void room.ensureReserve()

  return {
    snapshot: snapshot.get,
    subscribe: snapshot.subscribe,
    deliver,
    of: (customer) => {
      // The same object for the screens of one customer: they remember what they read from it.
      if (last?.customer !== customer) last = { customer, outbox: outboxOf(customer) }
      return last.outbox
    },
    add: createAddFor(add),
    forgetDelivered: () => deps.store.forgetDelivered(deps.customer()),
    pendingFor: async (who) => pendingOf((await store.read()).entries, who),
    close: () => {
      channel.removeEventListener('message', onMessage)
      stopFollowing()
    },
  }
}
