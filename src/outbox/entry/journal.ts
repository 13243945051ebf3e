import * as v from 'valibot'
import { receipt } from '../../contract/product-api/receipt.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { awaitResult } from '../../platform/storage/database.ts'
import { findSubject } from '../events/events.ts'
import { timeSchema, type Entry } from './entry.ts'

/**
 * A record of the journal: what happened to an entry, and when. It has the fields of the entry and those of a
 * note (`JournalNote`). It leaves out the payload, because records are reported to the server and outlive their
 * entry. A stored record is called a row.
 */
const journalRecordSchema = v.object({
  /** By the device clock. */
  at: timeSchema,
  /**
   * `delayed`: an attempt failed, and the entry waits for the next attempt. `refused`: the entry needs the
   * coach. `retried`: the coach asked to send such an entry again. `removed`, `replaced`: by the coach.
   * `restored`: the coach undid the removal, or the browser had cleared the storage.
   * `returned`: the server has lost the delivered entry, so it is sent again.
   */
  happened: v.picklist([
    'captured',
    'delayed',
    'refused',
    'delivered',
    'removed',
    'replaced',
    'restored',
    'returned',
    'retried',
  ]),
  key: v.string(),
  customer: v.string(),
  /** The device id that `seq` belongs to. Absent in older records, which belong to this device. */
  device: v.optional(v.string()),
  seq: v.number(),
  name: v.string(),
  /** The id of the module or course that the entry is about. */
  subject: v.optional(v.string()),
  code: v.optional(v.string()),
  status: v.optional(v.number()),
  /** When the next attempt is due. */
  until: v.optional(timeSchema),
  receipt: v.optional(receipt),
})

export type JournalRecord = v.InferOutput<typeof journalRecordSchema>

/** A journal record without the fields of its entry. */
export type JournalNote = Pick<JournalRecord, 'at' | 'happened' | 'code' | 'status' | 'until' | 'receipt'>

/** Creates the record of what happened to an entry. */
export const createRecord = (entry: Entry, note: JournalNote): JournalRecord => {
  const { key, customer, device, seq, name } = entry
  const subject = findSubject(entry)
  return { key, customer, device, seq, name, ...(subject !== undefined && { subject }), ...note }
}

/** Whether the coach removed or replaced the entry before it was delivered. */
export const isDeletion = (happened: JournalRecord['happened']): boolean =>
  happened === 'removed' || happened === 'replaced'

export const journalRowSchema = v.object({ ...journalRecordSchema.entries, id: v.number() })
/** A record with its number in the journal of this device. */
export type JournalRow = v.InferOutput<typeof journalRowSchema>

/** Reads a stored record. Returns undefined if it is broken. */
export const readJournalRow = (row: unknown): JournalRow | undefined =>
  parseOrUndefined(journalRowSchema, row)

/**
 * Returns what is left of a stored record when its customer's data is deleted: that the entry with this
 * sequence number was removed. Without this record, the server would treat the number as a lost entry.
 * Returns undefined for records of other kinds, which are deleted completely.
 */
export const toAnonymousDeletion = (stored: unknown): JournalRow | undefined => {
  const row = readJournalRow(stored)
  if (!row || !isDeletion(row.happened)) return undefined
  const { id, at, seq, device } = row
  return {
    id,
    at,
    seq,
    happened: 'removed',
    key: '',
    customer: '',
    name: '',
    ...(device !== undefined && { device }),
  }
}

/**
 * How many records the device retains. Older ones are deleted, except `captured` records of unsent entries.
 */
export const journalLimit = 2000

/**
 * Old records are deleted only once per this many new ones, because a deletion reads all older records that
 * were retained.
 */
export const pruneInterval = 100

/** Whether to retain a record that is older than the limit: the `captured` record of an unsent entry. */
export const isRetained = (
  { happened, key }: Pick<JournalRecord, 'happened' | 'key'>,
  unsentKeys: ReadonlySet<unknown>,
): boolean => happened === 'captured' && unsentKeys.has(key)

/** Deletes the records beyond the limit, except those to retain (`isRetained`). */
const pruneJournal = async (transaction: IDBTransaction, newestId: number): Promise<void> => {
  const journal = transaction.objectStore('journal')
  /** The first id within the limit. */
  const firstId = newestId - journalLimit + 1
  const rows = await awaitResult<unknown[]>(journal.getAll(IDBKeyRange.upperBound(firstId, true)))
  const unsentKeys = new Set<unknown>(await awaitResult(transaction.objectStore('outbox').getAllKeys()))
  let lastRetainedId = 0
  for (const { id, ...record } of rows.flatMap((row) => readJournalRow(row) ?? [])) {
    if (!isRetained(record, unsentKeys)) continue
    // Deletes the range between two retained records, which includes unreadable rows.
    journal.delete(IDBKeyRange.bound(lastRetainedId, id, true, true))
    lastRetainedId = id
  }
  journal.delete(IDBKeyRange.bound(lastRetainedId, firstId, true, true))
}

/** Records what happened to an entry. */
export const addRecord = async (
  transaction: IDBTransaction,
  entry: Entry,
  note: JournalNote,
): Promise<void> => {
  const id = await awaitResult(transaction.objectStore('journal').add(createRecord(entry, note)))
  if (typeof id === 'number' && id > journalLimit && id % pruneInterval === 0)
    await pruneJournal(transaction, id)
}

/** Reads one customer's records from `rows`, which start with the oldest. Returns the newest first. */
export const readJournal = (rows: unknown[], customerId: string): JournalRecord[] =>
  rows
    .flatMap((row) => parseOrUndefined(journalRecordSchema, row) ?? [])
    .filter((record) => record.customer === customerId)
    .reverse()
