import { fail, type Result } from '../lib/result.ts'
import { capture, evictAndRetry, type CaptureDeps, type Captured } from './capture.ts'
import type { DrainDeps } from './delivery/drain-deps.ts'
import { isUnreadable, type Entry } from './entry/entry.ts'
import type { CaptureFailure, Delivery, Outbox } from './outbox.ts'
import type { EntryOutcome } from './store/outbox-store.ts'
import { isOf } from './snapshot.ts'

type Commands = Omit<Outbox, keyof Delivery | 'entries'>
type Deps = CaptureDeps & Pick<DrainDeps, 'customer' | 'now'>
type Parts = Pick<DrainDeps, 'changed'> & Pick<Outbox, 'deliver'>

/** Stores an event and starts a delivery. */
export const createAdd =
  (deps: Deps, { changed, deliver }: Parts) =>
  async (captured: Captured): Promise<Result<Entry, CaptureFailure>> => {
    const entry = await capture(deps, captured)
    if (entry.ok) {
      changed()
      void deliver()
    }
    return entry
  }

/** The outbox commands of a customer. Each resolves after the change is on disk and `changed` was called. */
export const createCommands = (
  deps: Deps,
  { add, changed, deliver, customer }: Parts & { add: ReturnType<typeof createAdd>; customer: string },
): Commands => {
  const { store, now } = deps

  const addMine = async (captured: Omit<Captured, 'customer'>) => {
    const signedIn = deps.customer()
    if (signedIn === customer) return add({ ...captured, customer })
    return signedIn === undefined
      ? fail({ code: 'signed-out', message: 'error.signInNeeded' } as const)
      : fail({ code: 'other-customer', message: 'error.otherCustomer' } as const)
  }
  const updateMine = (key: string, decide: (entry: Entry) => EntryOutcome | undefined) =>
    store.update(key, (entry) => (isOf(customer)(entry) ? decide(entry) : undefined))

  return {
    add: (name, payload) => addMine({ name, payload }),
    replace: (replaces, name, payload) => addMine({ replaces, name, payload }),
    retry: async (key) => {
      await updateMine(key, (entry) =>
        isUnreadable(entry)
          ? undefined
          : { entry: { ...entry, state: { is: 'waiting' } }, note: { at: now(), happened: 'retried' } },
      )
      changed()
      return deliver({ asked: true })
    },
    remove: async (key) => {
      const removed = await updateMine(key, () => ({ note: { at: now(), happened: 'removed' } }))
      changed()
      return async () => {
        if (!removed || !isOf(customer)(removed)) return
        // An undo must not lose the entry because the disk has become full meanwhile.
        await evictAndRetry(deps, () => store.restore(removed, now()))
        changed()
        void deliver()
      }
    },
    discard: async () => {
      const count = await store.discard(customer, now())
      changed()
      return count
    },
    sendAgain: async (isLost) => {
      const count = await store.sendAgain((entry) => entry.customer === customer && isLost(entry), now())
      if (count === 0) return 0
      changed()
      void deliver({ eager: true })
      return count
    },
    copies: () => store.copies(customer),
    newestCopy: () => store.newestCopy(),
    receipts: () => store.receipts(customer),
    journal: () => store.journal(customer),
  }
}
