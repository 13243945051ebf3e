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

type Done = { entry: Entry; isKnown: boolean }

const byLane = (all: readonly Done[]): Done[][] => {
  const lanes = new Map<string, Done[]>()
  for (const done of all) {
    const { lane } = done.entry
    const before = lanes.get(lane)
    if (before) before.push(done)
    else lanes.set(lane, [done])
  }
  return [...lanes.values()]
}

/** The order of capture on each device. Of two devices, the one of the last in the list did what it did later. */
const inOrderOfCapture = (lane: readonly Done[]): Done[] => {
  const last = new Map(lane.map(({ entry }, at) => [entry.device, at]))
  const placeOf = ({ device }: Entry): number => last.get(device) ?? 0
  return [...lane].sort(
    ({ entry: one }, { entry: other }) => placeOf(one) - placeOf(other) || one.seq - other.seq,
  )
}

/**
 * The entries of this device that count over a result, lane by lane in the order of capture: those delivered
 * after the server was asked, and those that it still holds. If the connection ends between a delivery and the
 * next read from the server, the result lacks the delivery until the connection is back.
 *
 * Entries that a restored database has lost are delivered again, perhaps after newer entries of their lane. An
 * entry that was captured before something that the result knows does not count.
 */
export const doneSince = (
  result: WithCopies<object> | undefined,
  { entries, copies = [] }: { entries: readonly Entry[]; copies: readonly DeliveredCopy[] | undefined },
): Entry[] => {
  const newestCopy = result?.newestCopy ?? 0
  const all = [
    ...copies.map(({ id, entry }) => ({ entry, isKnown: id <= newestCopy })),
    ...entries.map((entry) => ({ entry, isKnown: false })),
  ]
  return byLane(all).flatMap((lane) => {
    const ordered = inOrderOfCapture(lane)
    return ordered.slice(ordered.findLastIndex(({ isKnown }) => isKnown) + 1).map(({ entry }) => entry)
  })
}
