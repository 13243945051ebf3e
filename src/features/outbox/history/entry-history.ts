import type { JournalRecord } from '../../../outbox/entry/journal.ts'
import type { Outbox, OutboxSnapshot } from '../../../outbox/outbox.ts'
import type { StoredReceipt } from '../../../outbox/receipts/stored-receipt.ts'

/**
 * Returns a function that reads from an outbox only once per snapshot. It caches the promises outside React,
 * because React discards the state of a suspended component, and each render would start the read again.
 */
const readOncePerSnapshot = <T>(read: (outbox: Outbox) => Promise<T[]>) => {
  const cache = new WeakMap<Outbox, WeakMap<OutboxSnapshot, Promise<T[]>>>()
  return (outbox: Outbox, snapshot: OutboxSnapshot): Promise<T[]> => {
    const promiseBySnapshot = cache.get(outbox) ?? new WeakMap<OutboxSnapshot, Promise<T[]>>()
    cache.set(outbox, promiseBySnapshot)
    // If storage cannot be read, the screen already says so.
    const promise = promiseBySnapshot.get(snapshot) ?? read(outbox).catch(() => [])
    promiseBySnapshot.set(snapshot, promise)
    return promise
  }
}

/** Reads the journal at the time of a snapshot. */
export const readJournalOnce = readOncePerSnapshot<JournalRecord>((outbox) => outbox.readJournal())

/** Reads the receipts at the time of a snapshot. */
export const readReceiptsOnce = readOncePerSnapshot<StoredReceipt>((outbox) => outbox.readReceipts())

/** A record that represents `times` similar records. Its time is the time of the latest one. */
export type MergedRecord = JournalRecord & { times: number }

/**
 * Merges consecutive attempts of an entry that failed in the same way into one record, because a night
 * offline would otherwise fill a hundred lines.
 */
export const mergeRepeats = (newestFirst: readonly JournalRecord[]): MergedRecord[] => {
  const merged: MergedRecord[] = []
  /** By the key of the entry: its next later record, because the loop goes from the newest record to the oldest. */
  const laterRecords = new Map<string, MergedRecord>()
  for (const record of newestFirst) {
    const laterRecord = laterRecords.get(record.key)
    const areDelays = record.happened === 'delayed' && laterRecord?.happened === 'delayed'
    if (areDelays && laterRecord.code === record.code) {
      laterRecord.times += 1
      continue
    }
    const mergedRecord = { ...record, times: 1 }
    merged.push(mergedRecord)
    laterRecords.set(record.key, mergedRecord)
  }
  return merged
}

/** The events of one entry, newest first, and the server's receipt for it. */
export type EntryHistory = {
  key: string
  records: [MergedRecord, ...MergedRecord[]]
  receipt?: StoredReceipt
}

/**
 * Creates the record of a delivery from its receipt, which the device stores longer than the entry's records.
 */
const toDeliveryRecord = ({
  customer,
  seq,
  name,
  subject,
  deliveredAt,
  receipt,
}: StoredReceipt): MergedRecord => ({
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

/**
 * Returns the history of a device by entry. The entry with the latest event comes first.
 * Entries of which only the receipt is left come last.
 */
export const toEntryHistory = (
  journal: readonly JournalRecord[],
  receipts: readonly StoredReceipt[],
): EntryHistory[] => {
  const byKey = new Map<string, EntryHistory>()
  for (const record of mergeRepeats(journal)) {
    const entry = byKey.get(record.key)
    if (entry) entry.records.push(record)
    else byKey.set(record.key, { key: record.key, records: [record] })
  }
  for (const storedReceipt of receipts) {
    const { key } = storedReceipt.receipt
    const records = byKey.get(key)?.records ?? [toDeliveryRecord(storedReceipt)]
    byKey.set(key, { key, records, receipt: storedReceipt })
  }
  return [...byKey.values()]
}

/**
 * Entries about the same module or course whose latest events are the same and happened at about the same
 * time. Entries that are about neither are grouped by their name.
 */
export type HistoryGroup = { key: string; entries: [EntryHistory, ...EntryHistory[]] }

/** Entries of one module that are sent together are closer in time than this. */
const maxGroupSpanMs = 10 * 60_000

/** Groups the history as a coach remembers it: the entries of a completed module are one item, not six. */
export const groupHistory = (history: readonly EntryHistory[]): HistoryGroup[] => {
  const groups: HistoryGroup[] = []
  /** The most recently created group of each kind. */
  const lastGroups = new Map<string, HistoryGroup>()
  for (const entry of history) {
    const [{ subject, name, happened, code, at }] = entry.records
    // The kind contains the reason, so that entries that were refused for another reason have their own row.
    const kind = `${happened} ${code ?? ''} ${subject ?? name}`
    const group = lastGroups.get(kind)
    if (group && group.entries[0].records[0].at - at < maxGroupSpanMs) {
      group.entries.push(entry)
      continue
    }
    const newGroup: HistoryGroup = { key: entry.key, entries: [entry] }
    groups.push(newGroup)
    lastGroups.set(kind, newGroup)
  }
  return groups
}
