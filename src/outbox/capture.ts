import { isTimeout, withTimeLimit } from '../lib/async/time-limit.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { Moment } from '../platform/network/corrected-clock.ts'
import type { Log } from '../platform/log.ts'
import { isQuotaExceeded, type FreeSpace } from '../platform/storage/free-space.ts'
import { bodyHash, type Entry } from './entry/entry.ts'
import { events, type EventName } from './events/events.ts'
import type { CaptureFailure } from './outbox.ts'
import type { Draft, OutboxStore } from './store/outbox-store.ts'

/** Space that `evictAndRetry` can free when the device is full, in this order. */
type EvictableSpace = Pick<FreeSpace, 'freeMedia' | 'releaseReserve'>

export type CaptureDeps = {
  store: OutboxStore
  /**
   * The id of this device. `store` replaces it with the id that it already has. If it has none and
   * this call fails or takes too long, `capture` makes a new id.
   */
  device: () => Promise<string>
  /** The present time by the device clock and by the corrected clock, with the time zone. */
  moment: () => Promise<Moment>
  /** Makes an idempotency key, a UUIDv7. */
  newKey: () => string
  /** SHA-256 of a body, in hex. */
  hash?: (body: unknown) => Promise<string>
  space: EvictableSpace
  log: Log
}

/** An event to store. */
export type NewEvent = {
  name: EventName
  payload: unknown
  customer: string
  /** The key of the entry that this event replaces. */
  replaces?: string
}

/**
 * In ms: the longest wait for the device id. If another window holds the database, only the write waits for
 * it, so that a failure shows soon.
 */
const maxReadingTime = 1000

const storageFailure = (error: unknown): CaptureFailure => {
  if (isQuotaExceeded(error)) return { code: 'storage-full', message: 'error.storageFull' }
  if (isTimeout(error)) return { code: 'storage-busy', message: 'error.storageBusy' }
  return { code: 'storage-failed', message: 'error.unexpected' }
}

/**
 * Runs `write`. If the device is full, retries after deleting the copies of delivered entries, then after
 * deleting the cached media, then after releasing the reserve.
 */
export const evictAndRetry = async <T>(
  { space, store }: Pick<CaptureDeps, 'space' | 'store'>,
  write: () => Promise<T>,
): Promise<T> => {
  // Deleting may fail too on a full disk. The next step runs anyway.
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
  { store, device, moment, newKey, hash = bodyHash, space, log }: CaptureDeps,
  { name, payload, customer, replaces }: NewEvent,
): Promise<Result<Entry, CaptureFailure>> => {
  const prepared = events[name].prepare(payload, customer)
  if (!prepared.ok)
    return fail({ code: 'invalid-payload', message: 'error.badRequest', path: prepared.error })
  const { request, ...preparedFields } = prepared.value
  try {
    const draft: Draft = {
      key: newKey(),
      customer,
      device: (await withTimeLimit(device(), maxReadingTime).catch(newKey)) ?? newKey(),
      name,
      schemaVersion: events[name].schema,
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
    return fail(storageFailure(error))
  }
}
