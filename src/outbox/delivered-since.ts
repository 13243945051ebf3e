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

/** An entry or a copy of one. `isIncluded`: whether the result that the server returned includes it. */
type Item = { entry: Entry; isIncluded: boolean }

const groupByLane = (items: readonly Item[]): Item[][] => {
  const lanes = new Map<string, Item[]>()
  for (const item of items) {
    const { lane } = item.entry
    const laneItems = lanes.get(lane)
    if (laneItems) laneItems.push(item)
    else lanes.set(lane, [item])
  }
  return [...lanes.values()]
}

/**
 * Sorts a lane by the order of capture. Sequence numbers count within one device id. Of two device ids, the
 * one with the last item of the list is the later one.
 */
const sortByCapture = (lane: readonly Item[]): Item[] => {
  const lastIndex = new Map(lane.map(({ entry }, index) => [entry.device, index]))
  const lastIndexOf = ({ device }: Entry): number => lastIndex.get(device) ?? 0
  return [...lane].sort(({ entry: a }, { entry: b }) => lastIndexOf(a) - lastIndexOf(b) || a.seq - b.seq)
}

/**
 * The entries of this device that count over a result, lane by lane in the order of capture: those delivered
 * after the request for the result, and those that still wait here. If the connection ends between a delivery
 * and the next read from the server, the result lacks the delivery until the connection is back.
 *
 * Entries that a restored database has lost are delivered again, perhaps after newer entries of their lane.
 * An entry that was captured before an entry of its lane that the result includes does not count.
 */
export const findNewerEntries = (
  result: WithCopies<object> | undefined,
  { entries, copies = [] }: { entries: readonly Entry[]; copies: readonly DeliveredCopy[] | undefined },
): Entry[] => {
  const newestCopy = result?.newestCopy ?? 0
  const items = [
    ...copies.map(({ id, entry }) => ({ entry, isIncluded: id <= newestCopy })),
    ...entries.map((entry) => ({ entry, isIncluded: false })),
  ]
  return groupByLane(items).flatMap((lane) => {
    const sorted = sortByCapture(lane)
    return sorted.slice(sorted.findLastIndex(({ isIncluded }) => isIncluded) + 1).map(({ entry }) => entry)
  })
}
