import { apiErrors } from '../../src/contract/errors.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Refusal } from '../http/refusal.ts'

/** What became of entries that arrived together; null if an entry was not tried. */
export type Outcomes<T> = (Result<T, Refusal> | null)[]

/** Refusals that the next entry would get too. The sender waits, as after a call of its own. */
const endsAll = ({ code }: Refusal): boolean =>
  apiErrors[code].next === 'customer' || code === 'too-many-requests'

/**
 * Tries entries in order. Leaves out an entry if an entry that it follows was not accepted, and all entries
 * after a refusal that each of them would get. The first entry is always tried.
 */
export const inOrder = async <T, Entry extends { follows: readonly number[] }>(
  entries: readonly Entry[],
  tryOne: (entry: Entry) => Promise<Result<T, Refusal>>,
  isOver: () => boolean = () => false,
): Promise<Outcomes<T>> => {
  const outcomes: Outcomes<T> = []
  let isEnded = false
  for (const entry of entries) {
    const isFree = entry.follows.every((before) => outcomes[before]?.ok)
    const outcome: Result<T, Refusal> | null = isFree && !isEnded ? await tryOne(entry) : null
    outcomes.push(outcome)
    isEnded ||= isOver() || (outcome?.ok === false && endsAll(outcome.error))
  }
  return outcomes
}
