import type { Receipt } from '../../contract/product-api/receipt.ts'
import { resultOf } from '../../platform/storage/database.ts'
import type { Entry } from '../entry/entry.ts'
import { receiptKey, receiptLimit, storedReceiptOf } from '../receipts/stored-receipt.ts'

/** Deletes the former receipt of an entry that the server has lost since. */
const removeFormer = async (receipts: IDBObjectStore, { key }: Entry): Promise<void> => {
  const ids = await resultOf(receipts.getAllKeys())
  const rows = await resultOf<unknown[]>(receipts.getAll())
  for (const [at, id] of ids.entries()) if (receiptKey(rows[at]) === key) receipts.delete(id)
}

/** Stores an entry's receipt, replaces its former receipt and deletes receipts beyond the limit. */
export const addReceipt = async (
  transaction: IDBTransaction,
  entry: Entry,
  { receipt, at }: { receipt: Receipt; at: number },
): Promise<void> => {
  const receipts = transaction.objectStore('receipts')
  if (entry.receipt) await removeFormer(receipts, entry)
  const id = await resultOf(receipts.add(storedReceiptOf(entry, receipt, at)))
  if (typeof id === 'number' && id > receiptLimit) receipts.delete(IDBKeyRange.upperBound(id - receiptLimit))
}
