import type { UploadCounts } from '../contract/product-api/upload-counts.ts'
import type { Entry, Wait } from '../outbox/entry/entry.ts'
import type { JournalRow } from '../outbox/entry/journal.ts'

/** What a device has stored, for all of its customers. */
export type DeviceState = {
  entries: readonly Entry[]
  /** The wait that delays every entry. */
  wait?: Wait
  /** The last sequence number that was assigned, or 0 before the first. */
  highest: number
  /** All rows of the log, in ascending order of their ids. */
  journal: readonly JournalRow[]
  /** The reported part of the customer's log. */
  reported: ReportedPosition
  /** How many times each outcome of an upload occurred on this device. */
  uploads: UploadCounts
}

/** `row`: the id of the last examined row. `at`: when the last report arrived, in ms since the epoch. */
export type ReportedPosition = { row: number; at: number }

/** The device's side of the sync log. */
export type SyncLogStore = {
  /** Reads everything in one transaction, so that entries, rows and numbers match each other. */
  read: (customerId: string) => Promise<DeviceState>
  saveReported: (customerId: string, reported: ReportedPosition) => Promise<void>
  /**
   * Deletes the reported rows of all customers except the signed-in one. Rows that were not reported, or that
   * belong to an unsent entry, stay until their customer signs in again, because nobody else can report them.
   */
  forgetOthers: (signedInId: string | undefined) => Promise<void>
}
