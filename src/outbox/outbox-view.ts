import { coalesceCalls } from '../lib/async/coalesce-calls.ts'
import { createTimer } from '../lib/async/timer.ts'
import { createStore, type Store } from '../lib/create-store.ts'
import type { Log } from '../platform/log.ts'
import type { FreeSpace } from '../platform/storage/free-space.ts'
import type { OutboxSnapshot } from './outbox.ts'
import { createSnapshot } from './snapshot.ts'
import type { OutboxContent, OutboxStore } from './store/outbox-store.ts'

type ViewDeps = {
  store: Pick<OutboxStore, 'read'>
  /** Returns the id of the signed-in customer. */
  customer: () => string | undefined
  log: Log
  space: FreeSpace
}

/** The snapshot until the entries are read for the first time. */
export const emptySnapshot: OutboxSnapshot = {
  storage: 'reading',
  entries: [],
  toSend: 0,
  needsAction: 0,
  isSending: false,
}

/**
 * Creates the reserve: storage space that this site occupies in advance, and releases to save an event on a
 * full device. While the space cannot be reserved, the snapshot shows that the device is low on space.
 */
const createReserve = ({ space }: Pick<ViewDeps, 'space'>, refresh: () => Promise<void>) => {
  let isLowOnSpace = false
  return {
    isLowOnSpace: () => isLowOnSpace,
    /** Reserves the space if it is not reserved, and shows the result if it has changed. */
    ensureReserve: async (): Promise<void> => {
      const isNowLowOnSpace = !(await space.ensureReserve())
      if (isNowLowOnSpace === isLowOnSpace) return
      isLowOnSpace = isNowLowOnSpace
      await refresh()
    },
    /** Releases the space, so that an event can be saved. */
    releaseReserve: async (): Promise<void> => {
      await space.releaseReserve()
      isLowOnSpace = true
    },
  }
}

/** A read that takes longer is shown as failed, so that the coach sees within 10 s why nothing appears. */
const maxReadingTimeMs = 8000

/** Sets `storage` to `failed` if it stays `reading` for too long. A later read that succeeds corrects it. */
const limitReadingTime = ({ get, set, subscribe }: Store<OutboxSnapshot>): void => {
  const timer = createTimer(() => set({ ...get(), storage: 'failed' }))
  const updateTimer = () => {
    if (get().storage !== 'reading') timer.stop()
    else if (!timer.isRunning()) timer.start(maxReadingTimeMs)
  }
  subscribe(updateTimer)
  updateTimer()
}

/**
 * Creates the view of the outbox in this tab, worker or service worker: the snapshot that screens show, and
 * the space reserve. `refresh` reads the database and replaces the snapshot. The database is shared, so
 * `refresh` is also called after another tab has changed it. Calls during a read share the next read.
 */
export const createOutboxView = (deps: ViewDeps) => {
  const { store, customer, log } = deps
  const snapshot = createStore(emptySnapshot)
  limitReadingTime(snapshot)

  /** Replaces the snapshot. */
  const show = (content: OutboxContent, customerId: string | undefined): void => {
    // These values do not come from the database, so they are taken from the current snapshot.
    const { isSending, blockedBy, unexpectedError } = snapshot.get()
    const unstoredState = {
      customer: customerId,
      isSending,
      unexpectedError,
      isLowOnSpace: reserve.isLowOnSpace(),
      ...(blockedBy && { blockedBy }),
    }
    snapshot.set(createSnapshot(content, unstoredState))
  }

  const read = async (): Promise<void> => {
    const customerIdAtStart = customer()
    const countBefore = snapshot.get().entries.length
    try {
      const content = await store.read(customerIdAtStart)
      // If another customer signed in during the read, drops the result, because a read for that customer
      // follows.
      if (customerIdAtStart === customer()) show(content, customerIdAtStart)
      // Entries that have left the outbox may have freed space, even if another tab has sent them.
      const hasFewerEntries = snapshot.get().entries.length < countBefore
      if (reserve.isLowOnSpace() && hasFewerEntries) void reserve.ensureReserve()
    } catch (error) {
      log.error('The outbox could not be read', { reason: String(error) })
      // Keeps the entries on screen, because they may be the only copy left.
      snapshot.set({ ...snapshot.get(), storage: 'failed' })
    }
  }
  const refresh = coalesceCalls(read)
  const reserve = createReserve(deps, refresh)
  return { snapshot, refresh, reserve }
}

export type OutboxView = Pick<ReturnType<typeof createOutboxView>, 'snapshot' | 'refresh'>
