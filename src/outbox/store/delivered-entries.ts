import type { Receipt } from '../../contract/product-api/receipt.ts'
import { resultOf } from '../../platform/storage/database.ts'
import { deleteWhere } from '../../platform/storage/delete-where.ts'
import type { Entry } from '../entry/entry.ts'
import { copyOf, isExpired, lastOfLanes, readCopy, type DeliveredCopy } from './delivered-copy.ts'

const copiesIn = (transaction: IDBTransaction): IDBObjectStore => transaction.objectStore('delivered')

const oldest = async (copies: IDBObjectStore): Promise<unknown> =>
  (await resultOf<unknown[]>(copies.getAll(null, 1)))[0]

const newest = async (copies: IDBObjectStore) =>
  readCopy((await resultOf<IDBCursorWithValue | null>(copies.openCursor(null, 'prev')))?.value)

/** Deletes expired copies. The store holds copies in the order of delivery. */
const prune = async (transaction: IDBTransaction, now: number): Promise<void> => {
  const copies = copiesIn(transaction)
  const last = await newest(copies)
  for (let row = await oldest(copies); row !== undefined; row = await oldest(copies)) {
    const copy = readCopy(row)
    if (copy && last && !isExpired(copy, last, now)) return
    const [id] = await resultOf(copies.getAllKeys(null, 1))
    if (id !== undefined) copies.delete(id)
  }
}

/** All copies, in the order of delivery. */
export const readCopies = async (transaction: IDBTransaction): Promise<DeliveredCopy[]> =>
  (await resultOf<unknown[]>(copiesIn(transaction).getAll())).flatMap((row) => readCopy(row) ?? [])

/** The `id` of the newest copy; 0 if there is none. */
export const newestCopyId = async (transaction: IDBTransaction): Promise<number> =>
  (await newest(copiesIn(transaction)))?.id ?? 0

/** Stores a copy of an entry that leaves the outbox. */
export const addCopy = async (
  transaction: IDBTransaction,
  entry: Entry,
  { receipt, at }: { receipt: Receipt; at: number },
): Promise<void> => {
  const copies = copiesIn(transaction)
  copies.add(copyOf(entry, { receipt, at, last: await newest(copies) }))
  await prune(transaction, at)
}

/** Removes the copies that are `wanted` and not expired; resolves to their entries. */
export const takeCopies = async (
  transaction: IDBTransaction,
  wanted: (entry: Entry) => boolean,
  now: number,
): Promise<Entry[]> => {
  await prune(transaction, now)
  const taken = (await readCopies(transaction)).filter(({ entry }) => wanted(entry))
  for (const { id } of taken) copiesIn(transaction).delete(id)
  return taken.map(({ entry }) => entry)
}

/** Deletes all copies except the last one of each lane. */
export const thinCopies = async (transaction: IDBTransaction): Promise<void> => {
  const last = lastOfLanes(await readCopies(transaction))
  await deleteWhere(copiesIn(transaction), (row) => !last.has(readCopy(row)?.id ?? 0))
}

/** Deletes the copies of all customers except one. */
export const forgetCopies = (transaction: IDBTransaction, except: string): Promise<void> =>
  deleteWhere(copiesIn(transaction), (row) => readCopy(row)?.entry.customer !== except)
