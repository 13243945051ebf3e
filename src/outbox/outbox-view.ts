import { createStore, type Store } from '../lib/create-store.ts'
import { coalesceCalls } from '../lib/async/coalesce-calls.ts'
import { createTimer } from '../lib/async/timer.ts'
import type { Log } from '../platform/log.ts'
import type { FreeSpace } from '../platform/storage/free-space.ts'
import type { OutboxSnapshot } from './outbox.ts'
import { createSnapshot } from './snapshot.ts'
import type { OutboxStore } from './store/outbox-store.ts'

type ViewDeps = {
  store: Pick<OutboxStore, 'read'>
  customer: () => string | undefined
  log: Log
  space: FreeSpace
}

export const emptySnapshot: OutboxSnapshot = {
  storage: 'reading',
  entries: [],
  toSend: 0,
  needsAction: 0,
  sending: false,
}

/** The reserve of space for new events. The device is low on space while it lacks the reserve. */
const createReserve = ({ space }: Pick<ViewDeps, 'space'>, refresh: () => Promise<void>) => {
  let isLowOnSpace = false
  return {
    isLowOnSpace: () => isLowOnSpace,
    ensureReserve: async (): Promise<void> => {
      const isReserved = await space.ensureReserve()
      if (isReserved === !isLowOnSpace) return
      isLowOnSpace = !isReserved
      await refresh()
    },
    releaseReserve: async (): Promise<void> => {
      await space.releaseReserve()
      isLowOnSpace = true
    },
  }
}

/** In ms. A person sees within 10 s that the storage does not respond. */
const maxReadingTime = 8000

/** Shows the storage as failed if reading takes too long. A later successful read replaces that state. */
const watchReading = ({ get, set, subscribe }: Store<OutboxSnapshot>): void => {
  const timer = createTimer(() => set({ ...get(), storage: 'failed' }))
  const watch = () => {
    if (get().storage !== 'reading') timer.stop()
    else if (!timer.isRunning()) timer.start(maxReadingTime)
  }
  subscribe(watch)
  watch()
}

/** The snapshot of the outbox that this context shows, and the function that reads it again. */
export const createOutboxView = (deps: ViewDeps) => {
  const { store, customer, log } = deps
  const snapshot = createStore(emptySnapshot)
  watchReading(snapshot)

  const read = async (): Promise<void> => {
    const customerAtStart = customer()
    const countBefore = snapshot.get().entries.length
    try {
      const content = await store.read(customerAtStart)
      // If another customer signed in during the read, a read for that customer follows.
      if (customerAtStart === customer()) {
        const { sending, blockedBy, unexpectedError } = snapshot.get()
        snapshot.set(
          createSnapshot(content, {
            customer: customerAtStart,
            sending,
            unexpectedError,
            isLowOnSpace: reserve.isLowOnSpace(),
            ...(blockedBy && { blockedBy }),
          }),
        )
      }
      // Delivered entries may have made room, also those that another context sent.
      if (reserve.isLowOnSpace() && snapshot.get().entries.length < countBefore) void reserve.ensureReserve()
    } catch (error) {
      log.error('The outbox could not be read', { reason: String(error) })
      // The entries stay on the screen, because the disk may have lost them.
      snapshot.set({ ...snapshot.get(), storage: 'failed' })
    }
  }
  const refresh = coalesceCalls(read)
  const reserve = createReserve(deps, refresh)
  return { snapshot, refresh, reserve }
}

export type OutboxView = Pick<ReturnType<typeof createOutboxView>, 'snapshot' | 'refresh'>
