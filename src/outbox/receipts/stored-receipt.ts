import * as v from 'valibot'
import { receipt, type Receipt } from '../../contract/product-api/receipt.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { awaitResult } from '../../platform/storage/database.ts'
import { timeSchema, type Entry } from '../entry/entry.ts'
import { findSubject } from '../events/events.ts'

/** Proof of a delivery: the metadata of the entry without its payload, and the server's receipt. */
export const storedReceiptSchema = v.object({
  customer: v.string(),
  seq: v.number(),
  name: v.string(),
  subject: v.optional(v.string()),
  /** By the device clock. */
  capturedAt: timeSchema,
  deliveredAt: timeSchema,
  receipt,
})
export type StoredReceipt = v.InferOutput<typeof storedReceiptSchema>

/**
 * The number of receipts that the device retains. Older receipts are deleted, and all of them at sign-out.
 * The server has them too.
 */
export const receiptLimit = 1000

/** Creates the receipt to store for an entry that leaves the outbox. */
export const createStoredReceipt = (entry: Entry, receipt: Receipt, deliveredAt: number): StoredReceipt => {
  const { customer, seq, name, capturedAt } = entry
  const subject = findSubject(entry)
  return {
    customer,
    seq,
    name,
    ...(subject !== undefined && { subject }),
    capturedAt: capturedAt.device,
    deliveredAt,
    receipt,
  }
}

const ownedRowSchema = v.object({ customer: v.string() })

/** Whether a stored row is a receipt of a customer, even if only another version of the app can read it. */
export const isReceiptOf = (customerId: string, row: unknown): boolean =>
  parseOrUndefined(ownedRowSchema, row)?.customer === customerId

/** Reads one customer's receipts from `rows`, which start with the oldest. Returns the newest first. */
export const readReceipts = (rows: unknown[], customerId: string): StoredReceipt[] =>
  rows
    .flatMap((row) => parseOrUndefined(storedReceiptSchema, row) ?? [])
    .filter((storedReceipt) => storedReceipt.customer === customerId)
    .reverse()

const keyedRowSchema = v.object({ receipt: v.object({ key: v.string() }) })

/** Returns the key of the entry that a stored receipt belongs to, or undefined if the row cannot be read. */
const findEntryKey = (row: unknown): string | undefined => parseOrUndefined(keyedRowSchema, row)?.receipt.key

/** Deletes the former receipt of an entry that the server lost after it had sent that receipt. */
const removeFormerReceipt = async (receipts: IDBObjectStore, { key }: Entry): Promise<void> => {
  const ids = await awaitResult(receipts.getAllKeys())
  const rows = await awaitResult<unknown[]>(receipts.getAll())
  for (const [index, id] of ids.entries()) if (findEntryKey(rows[index]) === key) receipts.delete(id)
}

/** Stores an entry's receipt, replaces its former receipt and deletes receipts beyond the limit. */
export const addReceipt = async (
  transaction: IDBTransaction,
  entry: Entry,
  { receipt, at }: { receipt: Receipt; at: number },
): Promise<void> => {
  const receipts = transaction.objectStore('receipts')
  // Only an entry that is sent again after its loss has a receipt before its delivery.
  if (entry.receipt) await removeFormerReceipt(receipts, entry)
  const id = await awaitResult(receipts.add(createStoredReceipt(entry, receipt, at)))
  if (typeof id === 'number' && id > receiptLimit) receipts.delete(IDBKeyRange.upperBound(id - receiptLimit))
}
