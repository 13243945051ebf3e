import type { Entry } from './entry/entry.ts'
import type { Outbox } from './outbox.ts'
import type { DeliveredCopy } from './store/delivered-copy.ts'

/**
 * A result of the product API, marked with the last delivery before it was requested: later deliveries may be
 * missing from it. `newestCopy` is the id of that delivery's copy on this device. It is absent in results
 * that an older version persisted.
 */
export type WithCopies<T> = T & { newestCopy?: number }

/** Reads a result of the product API, and marks it with the last delivery before the request. */
export const readWithCopies = async <T extends object>(
  outbox: Pick<Outbox, 'newestCopy'>,
  read: () => Promise<T>,
): Promise<WithCopies<T>> => {
  // Read before the request, because the response may lack an entry that is delivered during the request. If
  // the read fails, all copies count as newer than the response.
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
 * one whose item comes last in the list is the newer.
 */
const sortByCapture = (lane: readonly Item[]): Item[] => {
  const lastIndex = new Map(lane.map(({ entry }, index) => [entry.device, index]))
  const getLastIndex = ({ device }: Entry): number => lastIndex.get(device) ?? 0
  return [...lane].sort(({ entry: a }, { entry: b }) => getLastIndex(a) - getLastIndex(b) || a.seq - b.seq)
}

/**
 * Finds the entries of this device that a screen applies on top of a result, lane by lane in the order of
 * capture. These are the unsent entries, and those delivered after the result was requested: the connection
 * may be lost before the result can be requested again.
 *
 * Entries that a restored database has lost are delivered again, perhaps after newer entries of their lane.
 * So an entry is dropped if the result includes one of its lane that was captured later.
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
