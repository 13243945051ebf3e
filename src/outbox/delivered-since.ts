import type { Entry } from './entry/entry.ts'
import type { Outbox } from './outbox.ts'
import type { DeliveredCopy } from './store/delivered-copy.ts'

/**
 * A result of the product API together with the newest delivery that it can include. `newestCopy` is the id
 * of the newest delivered copy on this device when the request started. Results that an older version
 * persisted lack it.
 */
export type WithCopies<T> = T & { newestCopy?: number }

/** Reads a result of the product API and records the newest delivery that it can include. */
export const readWithCopies = async <T extends object>(
  outbox: Pick<Outbox, 'newestCopy'>,
  read: () => Promise<T>,
): Promise<WithCopies<T>> => {
  // Read before the request: the response may or may not include an entry that is delivered meanwhile.
  const newestCopy = await outbox.newestCopy().catch(() => 0)
  return { ...(await read()), newestCopy }
}

/**
 * The entries that this device delivered after the server was asked. They take precedence over the result: if
 * the connection ends between a delivery and the next read from the server, the result lacks the delivery
 * until the connection is back.
 */
export const deliveredSince = (
  result: WithCopies<object> | undefined,
  copies: readonly DeliveredCopy[],
): Entry[] => copies.flatMap(({ id, entry }) => (id > (result?.newestCopy ?? 0) ? [entry] : []))
