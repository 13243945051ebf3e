import type { ErrorCode } from '../contract/errors.ts'
import type { Result } from '../lib/result.ts'
import type { Entry, Wait } from './entry/entry.ts'
import type { EventName, PayloadOf } from './events/events.ts'
import type { JournalRecord } from './entry/journal.ts'
import type { StoredReceipt } from './receipts/stored-receipt.ts'
import type { DeliveredCopy } from './store/delivered-copy.ts'

/** Why an event could not be stored; `message` is a message id. */
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
  /** The field of the payload that is wrong. */
  path?: string
}

/** A fault of the app itself: nobody foresaw it, so its details are for those who can mend it. */
export type UnexpectedError = {
  /** ms since epoch */
  at: number
  detail: string
}

/** What the outbox holds for the customer of the session. Replaced, never changed, when something happens. */
export type OutboxSnapshot = {
  /** Absent while nobody is signed in. */
  customer?: string
  /** `reading` until the first read of the disk; `failed` while the disk cannot be read. */
  storage: 'reading' | 'ready' | 'failed'
  /** In the order of their capture */
  entries: readonly Entry[]
  toSend: number
  /** How much of `toSend` the app records by itself, as progress and sign-ins; absent: none. */
  automatic?: number
  needsYou: number
  /** The device is full: the reserve of the outbox is used up, or could not be made. */
  tight?: boolean
  /** This context is sending, or waits for another one that is. */
  sending: boolean
  /** Another context holds the turn to send, and has delivered nothing for a while: its window may be frozen. */
  heldUp?: true
  /** What holds every entry up. */
  wait?: Wait
  /** What ended the last delivery of this context before its end. */
  unexpected?: UnexpectedError
  /** ms since epoch: when the next try is due by itself */
  nextTryAt?: number
  /** ms since epoch: when an entry was delivered last */
  deliveredAt?: number
}

/** What is on this device only; `automatic` as in the snapshot. */
export type Pending = Pick<OutboxSnapshot, 'toSend' | 'automatic' | 'needsYou'>

/** What happened in a delivery, whichever tab or worker did it. */
export type DeliveryReport = Pending & {
  /** Whether the disk could be read afterwards: nothing is known of what is left where it could not. */
  storage: 'ready' | 'failed'
  sent: number
  /** Why something is left to send. */
  waitingFor?: ErrorCode
  unexpected?: UnexpectedError
}

/** What every part of a tab can see of the outbox and have done. */
export type Delivery = {
  snapshot: () => OutboxSnapshot
  subscribe: (listener: () => void) => () => void
  /**
   * Sends what can be sent. `eager` tries at once what the device itself had put off, but not what the server did; what a
   * person `asked` for is always tried.
   */
  deliver: (options?: { eager?: boolean; asked?: boolean }) => Promise<DeliveryReport>
}

/** The outbox of this context: what it holds for whoever is signed in. What is done to it is done by a customer's `Outbox`. */
export type DeviceOutbox = Delivery & {
  /** The outbox as the screens of a customer have it. */
  of: (customer: string) => Outbox
  /** Stores an event of a customer who need not be signed in yet, as at sign-up. */
  add: <N extends EventName>(
    name: N,
    payload: PayloadOf<N>,
    owner: { customer: string },
  ) => Promise<Result<Entry, CaptureFailure>>
  /** What waits on this device for a customer, signed in or not. */
  entriesOf: (customer: string) => Promise<readonly Entry[]>
  /** Whether something waits on this device for anybody else. */
  hasOthers: (customer: string) => Promise<boolean>
  /** Deletes what this device has of deliveries of anybody but the signed-in customer: copies, receipts and times. */
  forgetOthers: () => Promise<void>
  /** Stops listening to other tabs and to the session. */
  close: () => void
}

/**
 * Stores what a coach did until the server has it: each captured event is exactly once there, or here with a reason. It
 * belongs to one customer and touches nothing of another: a screen may outlive the session that it was opened in, and
 * then it shows nothing and stores nothing.
 */
export type Outbox = Delivery & {
  /** Stores an event on this device: one write, no network. */
  add: <N extends EventName>(name: N, payload: PayloadOf<N>) => Promise<Result<Entry, CaptureFailure>>
  /** Stores an event in place of an entry that needed the coach, under a new key: both happens or neither. */
  replace: <N extends EventName>(
    key: string,
    name: N,
    payload: PayloadOf<N>,
  ) => Promise<Result<Entry, CaptureFailure>>
  /** Tries an entry again that needed the coach. */
  retry: (key: string) => Promise<DeliveryReport>
  /** Deletes an entry unsent; resolves to the function that restores it. */
  remove: (key: string) => Promise<() => Promise<void>>
  /** Deletes everything of the customer unsent; resolves to the number of entries. */
  discard: () => Promise<number>
  /** Sends delivered entries again that the server has lost, where copies are left; resolves to their number. */
  sendAgain: (isLost: (entry: Pick<Entry, 'key' | 'device' | 'seq'>) => boolean) => Promise<number>
  /** Reads the disk again: a tab that the browser froze has not heard what others captured. Its snapshot is as new afterwards. */
  entries: () => Promise<readonly Entry[]>
  /** Copies of what this device delivered of the customer in the last weeks, in the order of their delivery. */
  copies: () => Promise<DeliveredCopy[]>
  /** The `id` of the newest copy on this device, whoever's it is; 0 where there is none. */
  newestCopy: () => Promise<number>
  /** Receipts of the customer, newest first. */
  receipts: () => Promise<StoredReceipt[]>
  /** What happened to the entries of the customer, newest first. */
  journal: () => Promise<JournalRecord[]>
}
