import type { JournalRecord } from '../../../outbox/entry/journal.ts'
import type { StoredReceipt } from '../../../outbox/receipts/stored-receipt.ts'
import type { Outbox, OutboxSnapshot } from '../../../outbox/outbox.ts'

/**
 * Reads once per snapshot. The promises are stored outside React, which discards the state of a suspended
 * component and would start the reads again endlessly. The screen already reports a disk that cannot be read.
 */
const readOnce = <T>(read: (outbox: Outbox) => Promise<T[]>) => {
  const known = new WeakMap<Outbox, WeakMap<OutboxSnapshot, Promise<T[]>>>()
  return (outbox: Outbox, snapshot: OutboxSnapshot): Promise<T[]> => {
    const reads = known.get(outbox) ?? new WeakMap<OutboxSnapshot, Promise<T[]>>()
    known.set(outbox, reads)
    const reading = reads.get(snapshot) ?? read(outbox).catch(() => [])
    reads.set(snapshot, reading)
    return reading
  }
}

/** The journal at the time of a snapshot. */
export const journalOf = readOnce<JournalRecord>((outbox) => outbox.journal())

/** The receipts at the time of a snapshot. */
export const receiptsOf = readOnce<StoredReceipt>((outbox) => outbox.receipts())

/** A record that represents `times` similar records; its time is that of the last one. */
export type MergedRecord = JournalRecord & { times: number }

/**
 * Merges consecutive attempts of an entry that failed in the same way into one line: a night offline is not a
 * hundred lines.
 */
export const mergeRepeats = (newestFirst: readonly JournalRecord[]): MergedRecord[] => {
  const merged: MergedRecord[] = []
  const last = new Map<string, MergedRecord>()
  for (const record of newestFirst) {
    const before = last.get(record.key)
    if (record.happened === 'delayed' && before?.happened === 'delayed' && before.code === record.code) {
      before.times += 1
      continue
    }
    const shown = { ...record, times: 1 }
    merged.push(shown)
    last.set(record.key, shown)
  }
  return merged
}

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

/** Events of about the same time and the same module, or of the same kind if they concern none. */
export type HistoryGroup = { key: string; entries: [EntryHistory, ...EntryHistory[]] }

/** ms. Entries from one module that are sent together are closer in time. */
const together = 10 * 60_000

/** Groups the history the way a coach remembers it: completing a module is one item, not six. */
export const groupHistory = (history: readonly EntryHistory[]): HistoryGroup[] => {
  const groups: HistoryGroup[] = []
  const latest = new Map<string, HistoryGroup>()
  for (const entry of history) {
    const [{ subject, name, happened, code, at }] = entry.records
    // Each reason is shown: entries that were refused for another reason have their own line.
    const about = `${happened} ${code ?? ''} ${subject ?? name}`
    const group = latest.get(about)
    if (group && group.entries[0].records[0].at - at < together) group.entries.push(entry)
    else {
      const next: HistoryGroup = { key: entry.key, entries: [entry] }
      groups.push(next)
      latest.set(about, next)
    }
  }
  return groups
}
