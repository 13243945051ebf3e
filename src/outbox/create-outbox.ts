import { v7 } from 'uuid'
import { coalesceCalls } from '../lib/async/coalesce-calls.ts'
import type { FreeSpace } from '../platform/storage/free-space.ts'
import { createDelivery, type DeliveryDeps } from './delivery/create-delivery.ts'
import { needsSession } from './delivery/classify-failure.ts'
import { createAdd, createCommands, type CaptureDeps } from './outbox-commands.ts'
import { createOutboxView, emptySnapshot, type OutboxView } from './outbox-view.ts'
import type { DeviceOutbox, Outbox } from './outbox.ts'
import { belongsToCustomer } from './snapshot.ts'
import { createRestoreLostEntries } from './restore-lost-entries.ts'

export type OutboxDeps = Omit<CaptureDeps, 'newKey'> &
  Omit<DeliveryDeps, 'onChange'> & {
    newKey?: () => string
    /** Notifies the other tabs and the service worker of a change. */
    channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
    /** Subscribes to changes of the session. Returns the function that unsubscribes. */
    onSessionChange: (listener: () => void) => () => void
    /** The reserve: storage that is occupied in advance, and released to store an event on a full device. */
    space: FreeSpace
    /**
     * Subscribes to the events after which the storage may have been cleared. Returns the function that
     * unsubscribes.
     */
    onStorageLost: (listener: () => void) => () => void
    /** Resolves after the given number of ms. */
    wait: (ms: number) => Promise<void>
  }

/**
 * The minimum time between two announcements, so that a long delivery does not read the database for each entry.
 */
const announcementIntervalMs = 150

/**
 * Shows and sends the entries of the new customer when the session changes. Returns the function that
 * unsubscribes.
 */
const followSession = (
  { store, customer, onSessionChange, log }: OutboxDeps,
  { snapshot, refresh }: OutboxView,
  deliver: Outbox['deliver'],
) => {
  let lastCustomerId = customer()
  /** Ends a wait that was caused by a missing session, then delivers. */
  const onSignIn = async () => {
    try {
      await store.endWait(needsSession)
      // Deletes the previous customer's copies and receipts, in case their sign-out was interrupted.
      await store.forgetOtherCustomers(lastCustomerId)
    } catch (error) {
      log.error('The outbox could not be prepared for a customer', { reason: String(error) })
    }
    await deliver({ eager: true })
  }
  return onSessionChange(() => {
    if (customer() === lastCustomerId) return
    lastCustomerId = customer()
    // The screen never shows entries of the previous customer, not even while the database is read.
    snapshot.set(emptySnapshot)
    void (lastCustomerId === undefined ? refresh() : onSignIn())
  })
}

/** Announces to all tabs, including this tab, that the stored entries have changed. */
const createAnnouncements = (
  { channel, wait }: Pick<OutboxDeps, 'channel' | 'wait'>,
  refresh: OutboxView['refresh'],
) => {
  let hasUnannouncedChange = false
  const announce = () => {
    hasUnannouncedChange = false
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- BroadcastChannel has none
    channel.postMessage('changed')
    void refresh()
  }
  const flush = () => {
    if (hasUnannouncedChange) announce()
  }
  const flushAndWait = coalesceCalls(async () => {
    flush()
    await wait(announcementIntervalMs)
  })
  return {
    /** Announces a change immediately. */
    announce,
    /** Announces a change that a delivery has made. Changes within one interval share an announcement. */
    announceThrottled: () => {
      hasUnannouncedChange = true
      void flushAndWait()
    },
    /** Announces a throttled change immediately, if there is one. */
    flush,
  }
}

/**
 * Restores the entries on screen when the browser may have cleared the storage. Returns the function that
 * unsubscribes.
 */
const followStorageLoss = (
  deps: OutboxDeps,
  { snapshot }: Pick<OutboxView, 'snapshot'>,
  onRestored: () => void,
) => {
  const restoreLostEntries = createRestoreLostEntries(deps, () => snapshot.get().entries)
  return deps.onStorageLost(() => {
    const snapshotBefore = snapshot.get()
    void restoreLostEntries().then((isComplete) => {
      if (isComplete) onRestored()
      // Keeps the entries on screen, because they may be the only copy left.
      else snapshot.set({ ...snapshotBefore, storage: 'failed' })
    })
  })
}

/** Creates the outbox of a tab or of the service worker. All of them share one database. */
export const createOutbox = (deps: OutboxDeps): DeviceOutbox => {
  const { store, channel, space } = deps
  const view = createOutboxView(deps)
  const { snapshot, refresh, reserve } = view
  const { announce, announceThrottled, flush } = createAnnouncements(deps, refresh)
  const deliver = createDelivery({ ...deps, onChange: announceThrottled }, view)
  // The view's `releaseReserve` also marks the device as low on space, which the next snapshot shows.
  const captureDeps = { newKey: v7, ...deps, space: { ...space, releaseReserve: reserve.releaseReserve } }
  const add = createAdd(captureDeps, { onChange: announce, deliver })

  const createCustomerOutbox = (customerId: string): Outbox => {
    // A screen may outlive the session of its customer. It must not show the entries of the next customer. A
    // snapshot without a customer contains no entries.
    const getOwnSnapshot = () => {
      const current = snapshot.get()
      return current.customer === undefined || current.customer === customerId ? current : emptySnapshot
    }
    return {
      ...createCommands(captureDeps, { add, onChange: announce, deliver, customer: customerId }),
      readEntries: async () => {
        await refresh()
        return getOwnSnapshot().entries
      },
      snapshot: getOwnSnapshot,
      subscribe: snapshot.subscribe,
      deliver,
    }
  }
  let lastOutbox: { customerId: string; outbox: Outbox } | undefined

  const stopFollowingStorage = followStorageLoss(deps, view, announce)
  const onMessage = () => void refresh()
  channel.addEventListener('message', onMessage)
  const stopFollowingSession = followSession(deps, view, deliver)
  void refresh()
  void reserve.ensureReserve()

  return {
    snapshot: snapshot.get,
    subscribe: snapshot.subscribe,
    deliver,
    forCustomer: (customerId) => {
      // Returns the same object to all screens of a customer, because they cache what they read from it.
      if (lastOutbox?.customerId !== customerId)
        lastOutbox = { customerId, outbox: createCustomerOutbox(customerId) }
      return lastOutbox.outbox
    },
    add: (name, payload, { customer }) => add({ name, payload, customer }),
    forgetOtherCustomers: () => store.forgetOtherCustomers(deps.customer()),
    listEntries: async (customerId) =>
      (await store.read()).entries.filter((entry) => entry.customer === customerId),
    hasEntriesOfOthers: async (customerId) =>
      !(await store.read()).entries.every(belongsToCustomer(customerId)),
    close: () => {
      // Does not wait for the end of the interval, because the caller closes the channel next.
      flush()
      channel.removeEventListener('message', onMessage)
      stopFollowingSession()
      stopFollowingStorage()
    },
  }
}
