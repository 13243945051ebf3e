import type { Entry } from './entry/entry.ts'
import type { Outbox } from './outbox.ts'
import type { DeliveredCopy } from './store/delivered-copy.ts'

/**
 * A result of the product API that says of which deliveries of this device it knows. `newestCopy`: what the device had delivered last
 * when the server was asked; absent in what an older app persisted.
 */
export type WithCopies<T> = T & { newestCopy?: number }

/** Reads a result of the product API, and notes of which deliveries of this device it knows. */
export const readWithCopies = async <T extends object>(
  outbox: Pick<Outbox, 'newestCopy'>,
  read: () => Promise<T>,
): Promise<WithCopies<T>> => {
  // Before the question: what is delivered meanwhile may be in the response, or not.
  const newestCopy = await outbox.newestCopy().catch(() => 0)
  return { ...(await read()), newestCopy }
}

/**
 * What this device delivered after the server was asked. It counts over the result: a connection that ends between a delivery
 * and the next look at what the server knows leaves a result that lacks it, for as long as there is none.
 */
export const deliveredSince = (
  result: WithCopies<object> | undefined,
  copies: readonly DeliveredCopy[],
): Entry[] => copies.flatMap(({ id, entry }) => (id > (result?.newestCopy ?? 0) ? [entry] : []))
