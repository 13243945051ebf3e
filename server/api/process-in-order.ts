import { apiErrors } from '../../src/contract/errors.ts'
import type { Result } from '../../src/lib/result.ts'
import type { ApiError } from '../http/api-error.ts'
import type { ReceivedEntry } from './read-entry.ts'

/** The result of an entry of a request; null if the entry was not tried. */
export type Outcome<T> = Result<T, ApiError> | null

export type RequestedEntry = {
  /** The error if the entry cannot be read. */
  received: Result<ReceivedEntry, ApiError>
  /** Indices of earlier entries of the request that must be stored first. */
  follows: readonly number[]
  /** Counts the entry against the customer's rate limit. Rejects it if the limit is reached. */
  admit: () => Result<undefined, ApiError>
}

/**
 * Whether every other entry would get the same error, because the session belongs to another customer or the
 * rate limit is reached. `next` is what the device does after an error.
 */
const concernsAllEntries = ({ code }: ApiError): boolean =>
  apiErrors[code].next === 'customer' || code === 'too-many-requests'

/**
 * Tries the entries of a request in order. Does not try an entry if an entry that it follows was not
 * accepted. Stops when the time is up, or after an error that all further entries would get. The first entry
 * is always tried.
 */
export const processInOrder = async <T>(
  requested: readonly RequestedEntry[],
  tryOne: (entry: RequestedEntry) => Promise<Outcome<T>>,
  isTimeUp: () => boolean = () => false,
): Promise<Outcome<T>[]> => {
  const outcomes: Outcome<T>[] = []
  let hasStopped = false
  for (const entry of requested) {
    const areEarlierStored = entry.follows.every((index) => outcomes[index]?.ok)
    const outcome: Outcome<T> = areEarlierStored && !hasStopped ? await tryOne(entry) : null
    outcomes.push(outcome)
    hasStopped ||= isTimeUp() || (outcome?.ok === false && concernsAllEntries(outcome.error))
  }
  return outcomes
}
