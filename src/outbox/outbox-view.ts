import { createStore, type Store } from '../lib/create-store.ts'
import { oneAtATime } from '../lib/one-at-a-time.ts'
import type { Log } from '../platform/log.ts'
import type { FreeSpace } from '../platform/storage/free-space.ts'
import type { OutboxSnapshot } from './outbox.ts'
import { snapshotOf } from './snapshot.ts'
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
  needsYou: 0,
  sending: false,
}

/** The room for what a coach does; it is tight while the reserve is used up, or could not be made. */
const createRoom = ({ space }: Pick<ViewDeps, 'space'>, refresh: () => Promise<void>) => {
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

/** ms; a person hears within 10 s that the storage does not respond */
const longestReading = 8000

/** Shows storage that cannot be read for a while as failed; what is read later is shown all the same. */
const watchReading = ({ get, set, subscribe }: Store<OutboxSnapshot>): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    if (get().storage === 'reading') {
      timer ??= setTimeout(() => set({ ...get(), storage: 'failed' }), longestReading)
      return
    }
    clearTimeout(timer)
    timer = undefined
  }
  subscribe(watch)
  watch()
}

/** What this context shows of the store, and how it is read again. */
export const createOutboxView = (deps: ViewDeps) => {
  const { store, customer, log } = deps
  const snapshot = createStore(emptySnapshot)
  watchReading(snapshot)

  const read = async (): Promise<void> => {
    const who = customer()
    const before = snapshot.get().entries.length
    try {
      const content = await store.read(who)
      // Another customer signed in while the disk was read: a read for them follows.
      if (who === customer()) {
        const { sending, heldUp, unexpected } = snapshot.get()
        const known = { customer: who, sending, unexpected, tight: room.isTight() }
        snapshot.set(snapshotOf(content, { ...known, ...(heldUp && { heldUp }) }))
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

export type OutboxView = Pick<ReturnType<typeof createOutboxView>, 'snapshot' | 'refresh'>
