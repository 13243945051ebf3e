import type { Entry, Wait } from '../entry/entry.ts'
import type { JournalNote, JournalRecord } from '../entry/journal.ts'
import type { StoredReceipt } from '../receipts/stored-receipt.ts'
import type { DeliveredCopy } from './delivered-copy.ts'

/**
 * An entry before it gets its sequence number. Its `device` is used only if no device id is stored yet.
 */
export type Draft = Omit<Entry, 'seq'>

export type OutboxContent = {
  /** In the order of capture. */
  entries: Entry[]
  /** The wait that delays every entry. */
  wait?: Wait
  /** When an entry of this customer was last delivered, in ms since the epoch. */
  deliveredAt?: number
}

/** What happened to an entry, and what is stored as a result. */
export type EntryOutcome = {
  /** Absent if the entry leaves the outbox. If the note has a receipt, a copy is stored for some weeks. */
  entry?: Entry
  note: JournalNote
  /** `undefined` ends the wait for all entries; an absent property leaves it unchanged. */
  wait?: Wait | undefined
}

/**
 * The storage of the outbox on this device, shared by all tabs and customers. It holds the unsent entries,
 * the journal (what happened to each entry), the receipts that the server signed, and copies of delivered
 * entries. Each call is one transaction, which is complete when the call resolves. Parameters named `at` are
 * in ms since the epoch.
 */
export type OutboxStore = {
  /** Stores the entry under the device's next sequence number. */
  capture: (draft: Draft) => Promise<Entry>
  /**
   * Resolves to the entries of all customers, which callers filter. `deliveredAt` is the last delivery of
   * `customerId` only.
   */
  read: (customerId?: string) => Promise<OutboxContent>
  /** Resolves to the unsent entry with this key. */
  find: (key: string) => Promise<Entry | undefined>
  /**
   * Reads an entry and writes the outcome that `decide` returns, or nothing if it returns undefined. Resolves
   * to the entry before the change.
   */
  update: (key: string, decide: (entry: Entry) => EntryOutcome | undefined) => Promise<Entry | undefined>
  /** Ends the wait for all entries if `isOver` returns true for it. */
  endWait: (isOver: (wait: Wait) => boolean) => Promise<void>
  /** Records what happened to an entry that has already left the outbox. */
  addNote: (entry: Entry, note: JournalNote) => Promise<void>
  /** Stores a removed entry again, with its old key and sequence number. */
  restore: (entry: Entry, at: number) => Promise<void>
  /** Stores a new entry in place of an old one, which leaves the outbox unsent. */
  replace: (key: string, draft: Draft) => Promise<Entry>
  /** Deletes all unsent entries of a customer. Resolves to their number. */
  discard: (customerId: string, at: number) => Promise<number>
  /**
   * Moves copies of delivered entries that the server has lost back to the outbox, so that they are delivered
   * again. Resolves to their number.
   */
  sendAgain: (isLost: (entry: Entry) => boolean, at: number) => Promise<number>
  /** Copies of a customer's delivered entries, in the order of delivery. */
  readCopies: (customerId: string) => Promise<DeliveredCopy[]>
  /** The `id` of the newest copy, of any customer, or 0 if there is none. */
  readNewestCopyId: () => Promise<number>
  /** Deletes the copies of delivered entries except the last copy of each lane, which screens show. */
  deleteOlderCopies: () => Promise<void>
  /** Deletes the copies, receipts and times of deliveries of all customers except the signed-in one. */
  forgetOtherCustomers: (signedInId: string | undefined) => Promise<void>
  /** Receipts of delivered entries, newest first. */
  readReceipts: (customerId: string) => Promise<StoredReceipt[]>
  /** The customer's journal, newest first. */
  readJournal: (customerId: string) => Promise<JournalRecord[]>
}
