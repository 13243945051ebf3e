import * as v from 'valibot'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { dayMs } from '../../lib/time/day-ms.ts'
import { awaitResult } from '../../platform/storage/database.ts'
import { deleteWhere } from '../../platform/storage/delete-where.ts'
import { entrySchema, timeSchema, type Entry } from '../entry/entry.ts'

/**
 * A copy of a delivered entry. The device retains the copies for 30 days and sends an entry again if the
 * server turns out to have lost it, because its database was restored from a backup. Screens also use the
 * copies while the displayed results of the server are older. This file decides which copies to retain, and
 * reads and writes them in the object store `delivered`, whose ascending ids are the order of delivery.
 */
export const deliveredCopySchema = v.object({
  id: v.number(),
  entry: entrySchema,
  /** By the device clock. */
  deliveredAt: timeSchema,
  /**
   * The total size of all copies ever made on this device, up to and including this copy. The difference of
   * two values is the size of the copies between them.
   */
  bytes: v.number(),
})
export type DeliveredCopy = v.InferOutput<typeof deliveredCopySchema>

/** The maximum number of copies on the device. A coach delivers about ten entries a day. */
const maxCopies = 1000
/** The maximum size of all copies together: 4 MiB. */
const maxBytes = 4_194_304
/** Enough time for an operator to restore a database, and for the coach to use the phone again. */
const maxAgeMs = 30 * dayMs

/** Creates the copy to store when the receipt of an entry arrives. `previous` is the newest copy so far. */
export const createDeliveredCopy = (
  entry: Entry,
  { receipt, at, previous }: { receipt: Receipt; at: number; previous: DeliveredCopy | undefined },
): Omit<DeliveredCopy, 'id'> => {
  // The state and the receipt are those of an entry that is sent again after its loss.
  const entryCopy: Entry = { ...entry, state: { is: 'waiting' }, receipt }
  const size = new TextEncoder().encode(JSON.stringify(entryCopy)).byteLength
  return { entry: entryCopy, deliveredAt: at, bytes: (previous?.bytes ?? 0) + size }
}

/** Whether to delete a copy: it is too old, or the newer copies alone reach the maximum number or size. */
export const isExpired = (
  { id, bytes, deliveredAt }: DeliveredCopy,
  newest: Pick<DeliveredCopy, 'id' | 'bytes'>,
  now: number,
): boolean =>
  newest.id - id >= maxCopies ||
  newest.bytes - bytes >= maxBytes ||
  // The absolute value also covers a copy that a wrong clock dated in the future.
  Math.abs(now - deliveredAt) > maxAgeMs

/**
 * Finds the ids of the copies to keep when space is short: the last captured entry of each lane. An offline
 * screen may only have an older result of the server and applies these copies on top. Without them, the coach
 * would edit old answers and save them over newer ones.
 */
export const findLastOfLanes = (copies: readonly DeliveredCopy[]): ReadonlySet<number> => {
  const lastByLane = new Map<string, DeliveredCopy>()
  for (const copy of copies) {
    const { customer, lane, device, seq } = copy.entry
    const laneKey = `${customer} ${lane}`
    const earlier = lastByLane.get(laneKey)?.entry
    // Sequence numbers of different device ids cannot be compared, so the later delivery is treated as the
    // later capture.
    const isLater = earlier?.device !== device || earlier.seq < seq
    if (isLater) lastByLane.set(laneKey, copy)
  }
  return new Set([...lastByLane.values()].map(({ id }) => id))
}

/** Parses the row of a copy. Returns undefined if it has an unknown format. */
export const readCopy = (row: unknown): DeliveredCopy | undefined =>
  parseOrUndefined(deliveredCopySchema, row)

const getCopyStore = (transaction: IDBTransaction): IDBObjectStore => transaction.objectStore('delivered')

/**
 * Reads the row of the oldest copy, which may be one that cannot be parsed. Resolves to undefined if there is
 * none.
 */
const readOldest = async (copies: IDBObjectStore): Promise<unknown> =>
  (await awaitResult<unknown[]>(copies.getAll(null, 1)))[0]

/** Parses the rows that can be parsed. A newer version of the app may have stored others. */
const readAll = async (copies: IDBObjectStore): Promise<DeliveredCopy[]> =>
  (await awaitResult<unknown[]>(copies.getAll())).flatMap((row) => readCopy(row) ?? [])

/** Reads the newest copy that can be parsed. Resolves to undefined if there is none. */
const readNewest = async (copies: IDBObjectStore): Promise<DeliveredCopy | undefined> => {
  const cursor = await awaitResult<IDBCursorWithValue | null>(copies.openCursor(null, 'prev'))
  // Usually the newest row can be parsed, so that a delivery reads only a few rows.
  return cursor ? (readCopy(cursor.value) ?? (await readAll(copies)).at(-1)) : undefined
}

/**
 * Deletes expired copies and rows that cannot be parsed, oldest first, up to the first copy that is not
 * expired. Usually this is the first copy, so that a delivery reads only a few rows.
 */
const deleteExpired = async (transaction: IDBTransaction, now: number): Promise<void> => {
  const copies = getCopyStore(transaction)
  const newest = await readNewest(copies)
  for (let row = await readOldest(copies); row !== undefined; row = await readOldest(copies)) {
    const copy = readCopy(row)
    if (copy && newest && !isExpired(copy, newest, now)) return
    const [id] = await awaitResult(copies.getAllKeys(null, 1))
    if (id !== undefined) copies.delete(id)
  }
}

/** Reads all copies, in the order of delivery. */
export const readCopies = (transaction: IDBTransaction): Promise<DeliveredCopy[]> =>
  readAll(getCopyStore(transaction))

/** Reads the `id` of the newest copy, or 0 if there is none. */
export const readNewestCopyId = async (transaction: IDBTransaction): Promise<number> =>
  (await readNewest(getCopyStore(transaction)))?.id ?? 0

/** Stores a copy of an entry that leaves the outbox because it was delivered, and deletes expired copies. */
export const addCopy = async (
  transaction: IDBTransaction,
  entry: Entry,
  { receipt, at }: { receipt: Receipt; at: number },
): Promise<void> => {
  const copies = getCopyStore(transaction)
  copies.add(createDeliveredCopy(entry, { receipt, at, previous: await readNewest(copies) }))
  await deleteExpired(transaction, at)
}

/** Removes the copies whose entries match and that are not expired. Resolves to their entries. */
export const takeCopies = async (
  transaction: IDBTransaction,
  matches: (entry: Entry) => boolean,
  now: number,
): Promise<Entry[]> => {
  await deleteExpired(transaction, now)
  const matching = (await readCopies(transaction)).filter(({ entry }) => matches(entry))
  for (const { id } of matching) getCopyStore(transaction).delete(id)
  return matching.map(({ entry }) => entry)
}

/** Frees space: deletes all copies except the last copy of each lane. */
export const deleteOlderCopies = async (transaction: IDBTransaction): Promise<void> => {
  // Ids start at 1, so 0 stands for a row that cannot be parsed, which is deleted.
  const retainedIds = findLastOfLanes(await readCopies(transaction))
  await deleteWhere(getCopyStore(transaction), (row) => !retainedIds.has(readCopy(row)?.id ?? 0))
}

/** Deletes the copies of all customers except one. */
export const deleteCopiesOfOthers = (transaction: IDBTransaction, exceptCustomerId: string): Promise<void> =>
  deleteWhere(getCopyStore(transaction), (row) => readCopy(row)?.entry.customer !== exceptCustomerId)
