import { v7 } from 'uuid'
import { oneAtATime } from '../lib/async/one-at-a-time.ts'
import type { FreeSpace } from '../platform/storage/free-space.ts'
import type { CaptureDeps } from './capture.ts'
import { createDelivery, type DeliveryDeps } from './delivery/create-delivery.ts'
import { needsSession } from './delivery/judge.ts'
import { createAdd, createCommands } from './outbox-commands.ts'
import { createOutboxView, emptySnapshot, type OutboxView } from './outbox-view.ts'
import type { DeviceOutbox, Outbox } from './outbox.ts'
import { isOf } from './snapshot.ts'
import { createWriteBack } from './write-back.ts'

export type OutboxDeps = Omit<CaptureDeps, 'newKey'> &
  Omit<DeliveryDeps, 'changed'> & {
    newKey?: () => string
    /** Notifies the other tabs and the service worker of a change. */
    channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
    /** Subscribes to changes of the session; returns the function that unsubscribes. */
    onSessionChange: (listener: () => void) => () => void
    space: FreeSpace
    /**
     * Subscribes to the events after which the storage may have been cleared; returns the function that
     * unsubscribes.
     */
    onStorageLost: (listener: () => void) => () => void
    /** Resolves after the given number of ms. */
    wait: (ms: number) => Promise<void>
  }

/** In ms. Prevents a read of the store after each of a thousand entries that are delivered in a row. */
const changePause = 150

/** Shows and sends the next customer's entries when the session changes; returns the stop function. */
const followSession = (
  { store, customer, onSessionChange, log }: OutboxDeps,
  { snapshot, refresh }: OutboxView,
  deliver: Outbox['deliver'],
) => {
  let known = customer()
  /** Runs after a sign-in: lifts the waits that only a session could end, then delivers. */
  const begin = async () => {
    try {
      await store.lift(needsSession)
      // The sign-out of the previous customer may have been interrupted.
      await store.forgetOthers(known)
    } catch (error) {
      log.error('The outbox could not be prepared for a customer', { reason: String(error) })
    }
    await deliver({ eager: true })
  }
  return onSessionChange(() => {
    if (customer() === known) return
    known = customer()
    // The screen never shows entries of the previous customer, not even while the store is read.
    snapshot.set(emptySnapshot)
    void (known === undefined ? refresh() : begin())
  })
}

/** The outbox of this context. Every tab and the service worker create one over the same database. */
export const createOutbox = (deps: OutboxDeps): DeviceOutbox => {
  const { store, channel, space, wait } = deps
  const view = createOutboxView(deps)
  const { snapshot, refresh, room } = view

  /** Whether a change is still to be reported. */
  let isDue = false
  const changed = () => {
    isDue = false
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- BroadcastChannel has none
    channel.postMessage('changed')
    void refresh()
  }
  const reportChange = oneAtATime(async () => {
    if (isDue) changed()
    await wait(changePause)
  })
  const changedNowAndThen = () => {
    isDue = true
    void reportChange()
  }
  const deliver = createDelivery({ ...deps, changed: changedNowAndThen }, view)
  const capturing = { newKey: v7, ...deps, space: { ...space, releaseReserve: room.releaseReserve } }
  const add = createAdd(capturing, { changed, deliver })

  const outboxOf = (customer: string): Outbox => {
    const ownSnapshot = () => {
      const shown = snapshot.get()
      return shown.customer === undefined || shown.customer === customer ? shown : emptySnapshot
    }
    return {
      ...createCommands(capturing, { add, changed, deliver, customer }),
      entries: async () => {
        await refresh()
        return ownSnapshot().entries
      },
      snapshot: ownSnapshot,
      subscribe: snapshot.subscribe,
      deliver,
    }
  }
  let last: { customer: string; outbox: Outbox } | undefined

  const writeBack = createWriteBack(deps, () => snapshot.get().entries)
  const stopWritingBack = deps.onStorageLost(() => {
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
      // Returns the same object to all screens of a customer, because they cache what they read from it.
      if (last?.customer !== customer) last = { customer, outbox: outboxOf(customer) }
      return last.outbox
    },
    add: (name, payload, { customer }) => add({ name, payload, customer }),
    forgetOthers: () => store.forgetOthers(deps.customer()),
    entriesOf: async (who) => (await store.read()).entries.filter(({ customer }) => customer === who),
    hasOthers: async (who) => !(await store.read()).entries.every(isOf(who)),
    close: () => {
      // The caller closes the channel next, so the pause must not outlast this call.
      if (isDue) changed()
      channel.removeEventListener('message', onMessage)
      stopFollowing()
      stopWritingBack()
    },
  }
}
