import type { Entry } from './entry/entry.ts'
import type { Outbox } from './outbox.ts'
import type { DeliveredCopy } from './store/delivered-copy.ts'

// An entry is a change that the coach made on this device, and that the outbox delivers to the server. After
// the delivery, the device stores a copy of the entry for some weeks. Copies have ascending ids, in the order
// of delivery. The entries of one lane change the same thing, for example the answers to one survey.

/**
 * A result of the product API that shows which deliveries it includes. `newestCopy` is the id of the newest
 * copy when the result was requested: the result includes the entries of all copies up to this copy, and may
 * lack later ones. It is absent in results that an older version persisted.
 */
export type WithNewestCopy<T> = T & { newestCopy?: number }

/** Requests a result with `read`, and adds the id of the newest copy before the request. */
export const readWithNewestCopy = async <T extends object>(
  outbox: Pick<Outbox, 'readNewestCopyId'>,
  read: () => Promise<T>,
): Promise<WithNewestCopy<T>> => {
  // Determined before the request, because the response may lack an entry that is delivered during it. If it
  // cannot be determined, 0 makes all copies newer than the response.
  const newestCopy = await outbox.readNewestCopyId().catch(() => 0)
  return { ...(await read()), newestCopy }
}

/** An unsent entry, or the entry of a copy. `isIncluded`: whether the result of the server includes it. */
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
 * Sorts the items of a lane by the order of capture. Within one device id, the sequence numbers show this
 * order. A device gets a new id, whose numbers start at 1, when its storage was lost. `lane` has the copies in
 * the order of delivery and then the unsent entries, so of two ids, the one whose item comes last is the newer.
 */
const sortByCapture = (lane: readonly Item[]): Item[] => {
  const lastIndex = new Map(lane.map(({ entry }, index) => [entry.device, index]))
  const getLastIndex = ({ device }: Entry): number => lastIndex.get(device) ?? 0
  return [...lane].sort(({ entry: a }, { entry: b }) => getLastIndex(a) - getLastIndex(b) || a.seq - b.seq)
}

/**
 * Finds the entries of this device that are newer than a result of the server, so that a screen shows what
 * the coach has saved last. These are the unsent entries, and those that were delivered after the result was
 * requested, because the connection may be lost before the result can be requested again. Returns them lane
 * by lane, each in the order of capture.
 *
 * An entry is left out if the result includes an entry of its lane that was captured later. This happens when
 * the server was restored from a backup. Entries that it lost can be delivered again after newer ones.
 */
export const findNewerEntries = (
  result: WithNewestCopy<object> | undefined,
  { entries, copies = [] }: { entries: readonly Entry[]; copies: readonly DeliveredCopy[] | undefined },
): Entry[] => {
  const newestCopy = result?.newestCopy ?? 0
  const items = [
    ...copies.map(({ id, entry }) => ({ entry, isIncluded: id <= newestCopy })),
    ...entries.map((entry) => ({ entry, isIncluded: false })),
  ]
  return groupByLane(items).flatMap((lane) => {
    const sorted = sortByCapture(lane)
    const lastIncludedIndex = sorted.findLastIndex(({ isIncluded }) => isIncluded)
    return sorted.slice(lastIncludedIndex + 1).map(({ entry }) => entry)
  })
}
