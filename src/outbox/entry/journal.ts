import * as v from 'valibot'
import { receipt } from '../../contract/product-api/receipt.ts'
import { parsed } from '../../lib/parsed.ts'
import { time, type Entry } from './entry.ts'
import { subjectOf } from '../events/events.ts'

/** What happened to an entry. Never its payload: the journal is shown, reported and outlives the entry. */
const journalRecord = v.object({
  /** device clock */
  at: time,
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
  /** Whose number `seq` is; absent in records of older versions, which are this device's. */
  device: v.optional(v.string()),
  seq: v.number(),
  name: v.string(),
  /** The id of the module or course it is about. */
  subject: v.optional(v.string()),
  code: v.optional(v.string()),
  status: v.optional(v.number()),
  /** When it will be tried again */
  until: v.optional(time),
  receipt: v.optional(receipt),
})

export type JournalRecord = v.InferOutput<typeof journalRecord>

/** What happened, without the entry that it happened to. */
export type JournalNote = Pick<JournalRecord, 'at' | 'happened' | 'code' | 'status' | 'until' | 'receipt'>

/** The record of what happened to an entry. */
export const recordOf = (entry: Entry, note: JournalNote): JournalRecord => {
  const { key, customer, device, seq, name } = entry
  const subject = subjectOf(entry)
  return { key, customer, device, seq, name, ...(subject !== undefined && { subject }), ...note }
}

/** What a person did to an entry that then leaves without having arrived. */
export const deletions: ReadonlySet<JournalRecord['happened']> = new Set<JournalRecord['happened']>([
  'removed',
  'replaced',
])

export const journalRow = v.object({ ...journalRecord.entries, id: v.number() })
/** A record with its number in the log of this device. */
export type JournalRow = v.InferOutput<typeof journalRow>

/** Reads a stored record; one that is broken is none. */
export const readJournalRow = (row: unknown): JournalRow | undefined => parsed(journalRow, row)

/** Records that the device retains; older ones are deleted, but for the capture of an entry that is still unsent. */
export const journalLimit = 2000

/** Older records are deleted once in so many: each time the captures that were retained are read. */
export const pruneEvery = 100

/** Whether a record outlives the limit. `unsent` has the keys of the entries that are still on the device. */
export const isRetained = (
  { happened, key }: Pick<JournalRecord, 'happened' | 'key'>,
  unsent: ReadonlySet<unknown>,
): boolean => happened === 'captured' && unsent.has(key)

/** Reads stored records of one customer, newest first; broken ones are left out. */
export const readJournal = (rows: unknown[], customer: string): JournalRecord[] =>
  rows
    .flatMap((row) => parsed(journalRecord, row) ?? [])
    .filter((record) => record.customer === customer)
    .reverse()
