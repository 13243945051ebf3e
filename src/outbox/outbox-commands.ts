import { isTimeout, withTimeLimit } from '../lib/async/time-limit.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { Moment } from '../platform/network/corrected-clock.ts'
import type { Log } from '../platform/log.ts'
import { isQuotaExceeded, type FreeSpace } from '../platform/storage/free-space.ts'
import type { DrainDeps } from './delivery/drain-deps.ts'
import { hashBody, isUnreadable, type Entry } from './entry/entry.ts'
import { events, type EventName } from './events/events.ts'
import type { CaptureFailure, Delivery, Outbox } from './outbox.ts'
import { belongsToCustomer } from './snapshot.ts'
import type { Draft, EntryOutcome, OutboxStore } from './store/outbox-store.ts'

/** Space that `evictAndRetry` can free when the device is full, in this order. */
type EvictableSpace = Pick<FreeSpace, 'freeMedia' | 'releaseReserve'>

export type CaptureDeps = {
  store: OutboxStore
  /**
   * Reads the id of this device. If that fails or takes too long, `capture` uses a new id. If `store` already
   * has an id, it uses the stored id instead.
   */
  device: () => Promise<string>
  /**
   * Returns the current time by the device's clock and by the clock that is corrected with the server's time,
   * and the time zone. An entry is captured with all three.
   */
  moment: () => Promise<Moment>
  /** Makes an idempotency key, a UUIDv7. */
  newKey: () => string
  /** Computes the SHA-256 of a body, in hex. */
  hash?: (body: unknown) => Promise<string>
  space: EvictableSpace
  log: Log
}

/** An event to capture. */
type NewEvent = {
  name: EventName
  payload: unknown
  customer: string
  /** The key of the entry that this event replaces. */
  replaces?: string
}

/**
 * The longest wait for the device id. If another tab blocks the database, the write has to wait for it too.
 * Two long waits would delay the message about the failure.
 */
const maxDeviceIdWaitMs = 1000

const toCaptureFailure = (error: unknown): CaptureFailure => {
  if (isQuotaExceeded(error)) return { code: 'storage-full', message: 'error.storageFull' }
  if (isTimeout(error)) return { code: 'storage-busy', message: 'error.storageBusy' }
  return { code: 'storage-failed', message: 'error.unexpected' }
}

/**
 * Runs `write`. If the device is full, retries after deleting the copies of delivered entries, then after
 * deleting the cached media, then after releasing the reserve.
 */
const evictAndRetry = async <T>(
  { space, store }: Pick<CaptureDeps, 'space' | 'store'>,
  write: () => Promise<T>,
): Promise<T> => {
  // On a full device, deleting may fail too. The next step runs anyway.
  const deleteOlderCopies = () => store.deleteOlderCopies().catch(() => undefined)
  for (const makeRoom of [deleteOlderCopies, space.freeMedia, space.releaseReserve]) {
    try {
      return await write()
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      await makeRoom()
    }
  }
  return write()
}

/** Stores one event of a customer on the device. Never uses the network. */
export const capture = async (
  { store, device, moment, newKey, hash = hashBody, space, log }: CaptureDeps,
  { name, payload, customer: customerId, replaces }: NewEvent,
): Promise<Result<Entry, CaptureFailure>> => {
  const prepared = events[name].prepare(payload, customerId)
  // The error is the path of the first invalid field.
  if (!prepared.ok)
    return fail({ code: 'invalid-payload', message: 'error.badRequest', path: prepared.error })
  const { request, ...preparedFields } = prepared.value
  try {
    const key = newKey()
    const storedDeviceId = await withTimeLimit(device(), maxDeviceIdWaitMs).catch(() => undefined)
    const draft: Draft = {
      key,
      customer: customerId,
      // Any UUID can be the id of a device, so `newKey` can make one.
      device: storedDeviceId ?? newKey(),
      name,
      schemaVersion: events[name].schemaVersion,
      ...preparedFields,
      payloadHash: await hash(request.body),
      capturedAt: await moment(),
      state: { is: 'waiting' },
      tries: 0,
      attempts: [],
    }
    const write = () => (replaces === undefined ? store.capture(draft) : store.replace(replaces, draft))
    return ok(await evictAndRetry({ space, store }, write))
  } catch (error) {
    log.error('An event could not be stored', { name, reason: String(error) })
    return fail(toCaptureFailure(error))
  }
}

type Commands = Omit<Outbox, keyof Delivery | 'readEntries'>
type CommandDeps = CaptureDeps & Pick<DrainDeps, 'customer' | 'now'>
/** What follows a command: `onChange` announces the change, `deliver` sends. */
type Effects = Pick<DrainDeps, 'onChange'> & Pick<Outbox, 'deliver'>

/** Returns the function that stores an event and starts a delivery. */
export const createAdd =
  (deps: CommandDeps, { onChange, deliver }: Effects) =>
  async (event: NewEvent): Promise<Result<Entry, CaptureFailure>> => {
    const result = await capture(deps, event)
    if (result.ok) {
      onChange()
      void deliver()
    }
    return result
  }

/** Creates the commands of a customer's outbox. Each resolves once the change is saved and announced. */
export const createCommands = (
  deps: CommandDeps,
  effects: Effects & { add: ReturnType<typeof createAdd>; customer: string },
): Commands => {
  const { add, onChange, deliver, customer: customerId } = effects
  const { store, now } = deps

  /** Stores an event of the customer, but only while they are signed in. */
  const addIfSignedIn = async (event: Omit<NewEvent, 'customer'>) => {
    const signedInId = deps.customer()
    if (signedInId === customerId) return add({ ...event, customer: customerId })
    return signedInId === undefined
      ? fail({ code: 'signed-out', message: 'error.signInNeeded' } as const)
      : fail({ code: 'other-customer', message: 'error.otherCustomer' } as const)
  }
  /** Updates an entry, unless it belongs to another customer. Resolves to the entry before the change. */
  const updateIfOwned = (key: string, decide: (entry: Entry) => EntryOutcome | undefined) =>
    store.update(key, (entry) => (belongsToCustomer(customerId)(entry) ? decide(entry) : undefined))
  /** Lets an entry that needed the coach wait for the next delivery again. */
  const decideRetry = (entry: Entry): EntryOutcome | undefined => {
    if (isUnreadable(entry)) return undefined
    return { entry: { ...entry, state: { is: 'waiting' } }, note: { at: now(), happened: 'retried' } }
  }

  return {
    add: (name, payload) => addIfSignedIn({ name, payload }),
    replace: (replaces, name, payload) => addIfSignedIn({ replaces, name, payload }),
    retry: async (key) => {
      await updateIfOwned(key, decideRetry)
      onChange()
      return deliver({ force: true })
    },
    remove: async (key) => {
      const removed = await updateIfOwned(key, () => ({ note: { at: now(), happened: 'removed' } }))
      onChange()
      return async () => {
        // `updateIfOwned` also resolves to an entry of another customer, which it did not remove.
        if (!removed || !belongsToCustomer(customerId)(removed)) return
        // The device may be full by now. Frees space, because an undo must not lose the entry.
        await evictAndRetry(deps, () => store.restore(removed, now()))
        onChange()
        void deliver()
      }
    },
    discard: async () => {
      const count = await store.discard(customerId, now())
      onChange()
      return count
    },
    sendAgain: async (isLost) => {
      const count = await store.sendAgain((entry) => entry.customer === customerId && isLost(entry), now())
      if (count === 0) return 0
      onChange()
      void deliver({ eager: true })
      return count
    },
    readCopies: () => store.readCopies(customerId),
    readNewestCopyId: () => store.readNewestCopyId(),
    readReceipts: () => store.readReceipts(customerId),
    readJournal: () => store.readJournal(customerId),
  }
}
