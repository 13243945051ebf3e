import type { ErrorCode } from '../contract/errors.ts'
import type { Result } from '../lib/result.ts'
import type { Entry, Wait } from './entry/entry.ts'
import type { JournalRecord } from './entry/journal.ts'
import type { EventName, PayloadOf } from './events/events.ts'
import type { StoredReceipt } from './receipts/stored-receipt.ts'
import type { DeliveredCopy } from './store/delivered-copy.ts'

/**
 * Why an event could not be stored. `storage-busy`: another tab blocks the database. `message` is a message
 * id.
 */
export type CaptureFailure = {
  code:
    | 'signed-out'
    | 'other-customer'
    | 'invalid-payload'
    | 'storage-full'
    | 'storage-busy'
    | 'storage-failed'
  message:
    | 'error.signInNeeded'
    | 'error.otherCustomer'
    | 'error.badRequest'
    | 'error.storageFull'
    | 'error.storageBusy'
    | 'error.unexpected'
  /** The invalid field of the payload. */
  path?: string
}

/** An unexpected error in the app. Its details are for the developers. */
export type UnexpectedError = {
  /** In ms since the epoch. */
  at: number
  detail: string
}

/** The state of the outbox for the customer of the session. Immutable: each change creates a new snapshot. */
export type OutboxSnapshot = {
  /** Absent while nobody is signed in. */
  customer?: string
  /** `reading` until the first read has finished; `failed` while the stored entries cannot be read. */
  storage: 'reading' | 'ready' | 'failed'
  /** In the order of capture. */
  entries: readonly Entry[]
  /** How many entries wait to be sent. Entries that need the coach are not included. */
  toSend: number
  /** How many of `toSend` are not the coach's own work, such as progress and sign-ins. Absent if none. */
  automatic?: number
  /** How many entries need the coach (state `needs-you`). They are not sent until the coach acts. */
  needsAction: number
  /** Whether the device is almost full: the reserve of the outbox is used up or could not be created. */
  isLowOnSpace?: boolean
  /** Whether this context (tab or service worker) is sending or waits for another that sends. */
  isSending: boolean
  /**
   * Which other context holds the lock of the sender and delivers nothing: another tab, which may be frozen,
   * or the service worker, which waits for the server. Absent if there is no such context.
   */
  blockedBy?: 'other-tab' | 'service-worker'
  /** The wait that delays every entry. */
  wait?: Wait
  /** The error that ended the last delivery of this context early. */
  unexpectedError?: UnexpectedError
  /** When the next automatic attempt is due, in ms since the epoch. */
  nextTryAt?: number
  /** When an entry was last delivered, in ms since the epoch. */
  deliveredAt?: number
}

/** The numbers of unsent entries, as in the snapshot. */
export type Pending = Pick<OutboxSnapshot, 'toSend' | 'automatic' | 'needsAction'>

/** The result of a delivery. Includes what other tabs and workers sent at the same time. */
export type DeliveryReport = Pending & {
  /** Whether the stored entries could be read afterwards. If not, it is unknown which of them remain. */
  storage: 'ready' | 'failed'
  /** How many entries have left the outbox. */
  sent: number
  /** Why entries are left to send. */
  waitingFor?: ErrorCode
  unexpectedError?: UnexpectedError
}

/** The methods that the outbox of the device and the outbox of a customer share. */
export type Delivery = {
  snapshot: () => OutboxSnapshot
  subscribe: (listener: () => void) => () => void
  /**
   * Sends all entries that can be sent. `eager` skips delays that the device chose, but not delays that the
   * server set. `force`, set after a tap, skips both.
   */
  deliver: (options?: { eager?: boolean; force?: boolean }) => Promise<DeliveryReport>
}

/** The outbox of this context. Screens use the `Outbox` of a customer, which `forCustomer` returns. */
export type DeviceOutbox = Delivery & {
  forCustomer: (customerId: string) => Outbox
  /** Stores an event of a customer who may not be signed in yet, for example at sign-up. */
  add: <N extends EventName>(
    name: N,
    payload: PayloadOf<N>,
    owner: { customer: string },
  ) => Promise<Result<Entry, CaptureFailure>>
  /** Lists the entries of a customer that wait on this device, whether the customer is signed in or not. */
  listEntries: (customerId: string) => Promise<readonly Entry[]>
  /** Whether entries of other customers wait on this device. */
  hasEntriesOfOthers: (customerId: string) => Promise<boolean>
  /** Deletes the traces of other customers' deliveries from this device: copies, receipts and times. */
  forgetOtherCustomers: () => Promise<void>
  /** Stops listening to other tabs and to the session. */
  close: () => void
}

/**
 * Stores the actions of a coach until the server has them: each captured event is either stored exactly once
 * on the server, or still here with a reason. An outbox belongs to one customer and never touches entries of
 * another. A screen may outlive the session that opened it. It then shows nothing and stores nothing.
 */
export type Outbox = Delivery & {
  /** Stores an event on this device with one write, without the network. */
  add: <N extends EventName>(name: N, payload: PayloadOf<N>) => Promise<Result<Entry, CaptureFailure>>
  /** Replaces an entry that needed the coach by an event under a new key, in one transaction. */
  replace: <N extends EventName>(
    key: string,
    name: N,
    payload: PayloadOf<N>,
  ) => Promise<Result<Entry, CaptureFailure>>
  /** Attempts an entry again that needed the coach. */
  retry: (key: string) => Promise<DeliveryReport>
  /** Deletes an unsent entry. Resolves to the function that restores it. */
  remove: (key: string) => Promise<() => Promise<void>>
  /** Deletes all unsent entries of the customer. Resolves to their number. */
  discard: () => Promise<number>
  /** Sends delivered entries again that the server has lost, if copies remain. Resolves to their number. */
  sendAgain: (isLost: (entry: Pick<Entry, 'key' | 'device' | 'seq'>) => boolean) => Promise<number>
  /** Reads the stored entries and updates the snapshot, because a frozen tab misses changes of other tabs. */
  readEntries: () => Promise<readonly Entry[]>
  /** Reads copies of the customer's entries that this device delivered in the last weeks, oldest first. */
  readCopies: () => Promise<DeliveredCopy[]>
  /** The `id` of the newest copy on this device, of any customer, or 0 if there is none. */
  readNewestCopyId: () => Promise<number>
  /** Receipts of the customer, newest first. */
  readReceipts: () => Promise<StoredReceipt[]>
  /** The journal of the customer's entries, newest first. */
  readJournal: () => Promise<JournalRecord[]>
}
