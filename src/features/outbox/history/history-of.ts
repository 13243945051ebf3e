import type { JournalRecord } from '../../../outbox/entry/journal.ts'
import type { StoredReceipt } from '../../../outbox/receipts/stored-receipt.ts'
import { mergeRepeats, type MergedRecord } from './merge-repeats.ts'

/** The events of one entry, newest first, and the server's receipt for it. */
export type EntryHistory = {
  key: string
  records: [MergedRecord, ...MergedRecord[]]
  receipt?: StoredReceipt
}

/** A receipt outlives the records of its entry. It describes the last event. */
const deliveryOf = ({ customer, seq, name, subject, deliveredAt, receipt }: StoredReceipt): MergedRecord => ({
  at: deliveredAt,
  happened: 'delivered',
  key: receipt.key,
  customer,
  seq,
  name,
  ...(subject !== undefined && { subject }),
  receipt,
  times: 1,
})

/** The history of a device by entry; the entry with the latest event comes first. */
export const historyOf = (
  journal: readonly JournalRecord[],
  receipts: readonly StoredReceipt[],
): EntryHistory[] => {
  const byKey = new Map<string, EntryHistory>()
  for (const record of mergeRepeats(journal)) {
    const known = byKey.get(record.key)
    if (known) known.records.push(record)
    else byKey.set(record.key, { key: record.key, records: [record] })
  }
  for (const stored of receipts) {
    const { key } = stored.receipt
    byKey.set(key, { key, records: byKey.get(key)?.records ?? [deliveryOf(stored)], receipt: stored })
  }
  return [...byKey.values()]
}
