import type { Entry, Wait } from '../entry/entry.ts'
import type { JournalNote, JournalRecord } from '../entry/journal.ts'
import type { StoredReceipt } from '../receipts/stored-receipt.ts'
import type { DeliveredCopy } from './delivered-copy.ts'

/** What an entry is before it has its place in the device's sequence; `device` is that of the sequence, once it has one. */
export type Draft = Omit<Entry, 'seq'>

export type OutboxContent = {
  /** In the order of their capture */
  entries: Entry[]
  /** What holds every entry up. */
  wait?: Wait
  /** ms since epoch: when an entry of this customer was delivered last */
  deliveredAt?: number
}

/** What becomes of an entry after something happened to it. */
export type EntryOutcome = {
  /** Absent: it leaves the outbox; with a receipt in the note a copy of it stays for a while. */
  entry?: Entry
  note: JournalNote
  /** `undefined` lifts what holds everything up; absent leaves it as it is. */
  wait?: Wait | undefined
}

/** Where entries live. Each call is one transaction, and has happened on the disk when it resolves. */
export type OutboxStore = {
  /** Stores the entry under the device's next sequence number. */
  capture: (draft: Draft) => Promise<Entry>
  /** Entries of every customer: each reader takes its own. */
  read: (customer?: string) => Promise<OutboxContent>
  find: (key: string) => Promise<Entry | undefined>
  /** Reads an entry, lets `decide` choose and writes; resolves to the entry it found. Undefined changes nothing. */
  update: (key: string, decide: (entry: Entry) => EntryOutcome | undefined) => Promise<Entry | undefined>
  /** Lifts what holds everything up, where `isOver` says so. */
  lift: (isOver: (wait: Wait) => boolean) => Promise<void>
  /** Records what happened to an entry that is not here any more. */
  remember: (entry: Entry, note: JournalNote) => Promise<void>
  /** Restores a removed entry with its old key and place. */
  restore: (entry: Entry, at: number) => Promise<void>
  /** Stores a new entry in place of an old one, which leaves unsent. */
  replace: (key: string, draft: Draft) => Promise<Entry>
  /** Deletes every entry of a customer unsent; resolves to their number. */
  discard: (customer: string, at: number) => Promise<number>
  /** Moves copies of delivered entries back to the outbox, where the server has lost them; resolves to their number. */
  sendAgain: (isLost: (entry: Entry) => boolean, at: number) => Promise<number>
  /** Copies of what was delivered of a customer, in the order of their delivery. */
  copies: (customer: string) => Promise<DeliveredCopy[]>
  /** The `id` of the newest copy here, whoever's it is; 0 where there is none. */
  newestCopy: () => Promise<number>
  /** Deletes the copies of delivered entries. */
  forgetDelivered: () => Promise<void>
  /** Deletes what is here of delivered entries, of everybody but the signed-in customer: copies, receipts, times. */
  forgetOthers: (signedIn: string | undefined) => Promise<void>
  /** Receipts of what was delivered, newest first */
  receipts: (customer: string) => Promise<StoredReceipt[]>
  /** Newest first */
  journal: (customer: string) => Promise<JournalRecord[]>
}
