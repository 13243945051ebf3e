import type { Receipt } from '../../contract/product-api/receipt.ts'
import { resultOf } from '../../platform/storage/database.ts'
import { deleteWhere } from '../../platform/storage/delete-where.ts'
import type { Entry } from '../entry/entry.ts'
import { copyOf, isExpired, readCopy, type DeliveredCopy } from './delivered-copy.ts'

/** What is done with the copies of delivered entries, each inside a transaction of the outbox. */

const copiesIn = (transaction: IDBTransaction): IDBObjectStore => transaction.objectStore('delivered')

const oldest = async (copies: IDBObjectStore): Promise<unknown> =>
  (await resultOf<unknown[]>(copies.getAll(null, 1)))[0]

const newest = async (copies: IDBObjectStore) =>
  readCopy((await resultOf<IDBCursorWithValue | null>(copies.openCursor(null, 'prev')))?.value)

/** Deletes the copies that have to go: they are in the order of their delivery. */
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

/** All copies, in the order of their delivery. */
export const readCopies = async (transaction: IDBTransaction): Promise<DeliveredCopy[]> =>
  (await resultOf<unknown[]>(copiesIn(transaction).getAll())).flatMap((row) => readCopy(row) ?? [])

/** The `id` of the newest copy; 0 where there is none. */
export const newestCopyId = async (transaction: IDBTransaction): Promise<number> =>
  (await newest(copiesIn(transaction)))?.id ?? 0

/** Stores a copy of an entry that leaves. */
export const addCopy = async (
  transaction: IDBTransaction,
  entry: Entry,
  { receipt, at }: { receipt: Receipt; at: number },
): Promise<void> => {
  const copies = copiesIn(transaction)
  copies.add(copyOf(entry, { receipt, at, last: await newest(copies) }))
  await prune(transaction, at)
}

/** Takes the entries out whose copies are `wanted` and not too old. */
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

/** Deletes every copy but those of one customer. */
export const forgetCopies = (transaction: IDBTransaction, except: string): Promise<void> =>
  deleteWhere(copiesIn(transaction), (row) => readCopy(row)?.entry.customer !== except)
