import type { UploadCounts } from '../contract/product-api/upload-counts.ts'
import type { Entry, Wait } from '../outbox/entry/entry.ts'
import type { JournalRow } from '../outbox/entry/journal.ts'

/** What a device holds at one moment, of every customer who has used it. */
export type DeviceState = {
  entries: readonly Entry[]
  /** What holds every entry up. */
  wait?: Wait
  /** The last sequence number that was given; 0 before the first. */
  highest: number
  /** The whole log, ascending. */
  journal: readonly JournalRow[]
  /** How far the customer's log was reported. */
  reported: Reported
  /** How its uploads went. */
  uploads: UploadCounts
}

/** `row`: the number of the last row that was looked at; `at`: ms since epoch of the last report that arrived. */
export type Reported = { row: number; at: number }

/** The device's side of the sync log. */
export type SyncLogStore = {
  /** One consistent read: every number that was given waits, was deleted or was delivered. */
  read: (customer: string) => Promise<DeviceState>
  saveReported: (customer: string, reported: Reported) => Promise<void>
  /**
   * Deletes the reported rows of everybody but the signed-in customer. What was not reported, or is about an entry that waits,
   * stays until its customer signs in again: nobody else can report it.
   */
  forgetOthers: (signedIn: string | undefined) => Promise<void>
}
