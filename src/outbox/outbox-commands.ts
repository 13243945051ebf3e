import { fail, type Result } from '../lib/result.ts'
import { capture, evictAndRetry, type CaptureDeps, type NewEvent } from './capture.ts'
import type { DrainDeps } from './delivery/drain-deps.ts'
import { isUnreadable, type Entry } from './entry/entry.ts'
import type { CaptureFailure, Delivery, Outbox } from './outbox.ts'
import type { EntryOutcome } from './store/outbox-store.ts'
import { isOf } from './snapshot.ts'

type Commands = Omit<Outbox, keyof Delivery | 'entries'>
type CommandDeps = CaptureDeps & Pick<DrainDeps, 'customer' | 'now'>
type Effects = Pick<DrainDeps, 'onChange'> & Pick<Outbox, 'deliver'>

/** Stores an event and starts a delivery. */
export const createAdd =
  (deps: CommandDeps, { onChange, deliver }: Effects) =>
  async (event: NewEvent): Promise<Result<Entry, CaptureFailure>> => {
    const entry = await capture(deps, event)
    if (entry.ok) {
      onChange()
      void deliver()
    }
    return entry
  }

/** The outbox commands of a customer. Each resolves after the change is on disk and `onChange` was called. */
export const createCommands = (
  deps: CommandDeps,
  { add, onChange, deliver, customer }: Effects & { add: ReturnType<typeof createAdd>; customer: string },
): Commands => {
  const { store, now } = deps

  const addOwn = async (event: Omit<NewEvent, 'customer'>) => {
    const signedIn = deps.customer()
    if (signedIn === customer) return add({ ...event, customer })
    return signedIn === undefined
      ? fail({ code: 'signed-out', message: 'error.signInNeeded' } as const)
      : fail({ code: 'other-customer', message: 'error.otherCustomer' } as const)
  }
  const updateOwn = (key: string, decide: (entry: Entry) => EntryOutcome | undefined) =>
    store.update(key, (entry) => (isOf(customer)(entry) ? decide(entry) : undefined))

  return {
    add: (name, payload) => addOwn({ name, payload }),
    replace: (replaces, name, payload) => addOwn({ replaces, name, payload }),
    retry: async (key) => {
      await updateOwn(key, (entry) =>
        isUnreadable(entry)
          ? undefined
          : { entry: { ...entry, state: { is: 'waiting' } }, note: { at: now(), happened: 'retried' } },
      )
      onChange()
      return deliver({ force: true })
    },
    remove: async (key) => {
      const removed = await updateOwn(key, () => ({ note: { at: now(), happened: 'removed' } }))
      onChange()
      return async () => {
        if (!removed || !isOf(customer)(removed)) return
        // An undo must not lose the entry because the disk has become full meanwhile.
        await evictAndRetry(deps, () => store.restore(removed, now()))
        onChange()
        void deliver()
      }
    },
    discard: async () => {
      const count = await store.discard(customer, now())
      onChange()
      return count
    },
    sendAgain: async (isLost) => {
      const count = await store.sendAgain((entry) => entry.customer === customer && isLost(entry), now())
      if (count === 0) return 0
      onChange()
      void deliver({ eager: true })
      return count
    },
    copies: () => store.copies(customer),
    newestCopy: () => store.newestCopy(),
    receipts: () => store.receipts(customer),
    journal: () => store.journal(customer),
  }
}
