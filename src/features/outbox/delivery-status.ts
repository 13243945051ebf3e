import type { MessageId } from '../../i18n/message-id.ts'
import type { TimeFormat } from '../../i18n/time-format.ts'
import type { MessageValues } from '../../i18n/translate.ts'
import { countWaitingWork } from '../../outbox/count-unsent.ts'
import type { OutboxSnapshot } from '../../outbox/outbox.ts'
import type { UploadCounts } from '../../uploads/use-uploads.ts'
import { needsSignIn } from './reason-messages.ts'

/** `attention`: something is wrong, or the coach must act. */
export type SyncTone = 'saved' | 'waiting' | 'attention'

/** One of the two messages of the chip, the small label on every page that shows the sync status. */
export type StatusMessage = {
  tone: SyncTone
  message: MessageId
  /** The same as `message` in a word or two, for narrow screens. */
  shortMessage: MessageId
  /** The values for both messages. */
  values?: MessageValues
}

/** Whether the coach's entries and files are delivered, or why they are still on this device. */
export type DeliveryStatus = StatusMessage & {
  /** Present if the status is about files, so that the chip links to the files and not to the outbox. */
  isAboutFiles?: true
}

type StatusTimeFormat = Pick<TimeFormat, 'time' | 'ago'>

export type StatusInput = {
  /** In ms since the epoch. */
  now: number
  format: StatusTimeFormat
  uploads: UploadCounts
  signedIn: boolean
}

/** Describes work that waits to be sent: `count` entries, or entries and files. */
const createToSendStatus = (count: number): DeliveryStatus => ({
  tone: 'waiting',
  message: 'sync.toSend',
  shortMessage: 'sync.short.toSend',
  values: { count },
})

/**
 * Describes the entries on which the coach must act. The values also count the other entries that wait
 * (`more`).
 */
const createNeedsActionStatus = (snapshot: OutboxSnapshot): DeliveryStatus => {
  const count = snapshot.needsAction
  const more = countWaitingWork(snapshot)
  return {
    tone: 'attention',
    message: 'sync.needsYou',
    shortMessage: 'sync.short.needsYou',
    values: { count, more, total: count + more },
  }
}

/**
 * The status if only events wait that the app records automatically, for example sign-ins. They are not
 * counted, but "all saved" would be untrue.
 */
const automaticStatus: DeliveryStatus = {
  tone: 'waiting',
  message: 'common.savedOnThisDevice',
  shortMessage: 'sync.short.savedHere',
}

/** A delivery is "just now" for this long. */
const justNowMs = 60_000

/** Returns the status if nothing waits: when the last entry was delivered. */
const getSavedStatus = (
  { deliveredAt }: OutboxSnapshot,
  now: number,
  format: StatusTimeFormat,
): DeliveryStatus => {
  const base = { tone: 'saved', shortMessage: 'sync.short.saved' } as const
  // Nothing was delivered yet, or the delivery is in the future, because the device's clock was set back.
  const isAgeUnknown = deliveredAt === undefined || deliveredAt - now > justNowMs
  if (isAgeUnknown) return { ...base, message: 'sync.allSaved' }
  const ageMs = now - deliveredAt
  if (ageMs < justNowMs) return { ...base, message: 'sync.syncedNow' }
  return { ...base, message: 'sync.syncedAgo', values: { ago: format.ago(ageMs) } }
}

/** Returns the status of waiting entries while the server can be reached: sending, or why not. */
const getSendingStatus = (
  snapshot: OutboxSnapshot,
  now: number,
  format: StatusTimeFormat,
): DeliveryStatus => {
  const { isSending, wait, blockedBy } = snapshot
  const count = countWaitingWork(snapshot)
  if (count === 0) return automaticStatus
  // Another tab, which may be frozen, prevents this one from sending.
  if (blockedBy === 'other-tab') {
    const shortMessage = 'sync.short.toSend'
    return { tone: 'attention', message: 'sync.blockedByWindow', shortMessage, values: { count } }
  }
  if (isSending) {
    // Here `blockedBy` can only be the service worker, which sends and waits for the server's response.
    const message = blockedBy ? 'sync.noResponseYet' : 'sync.sending'
    return { tone: 'waiting', message, shortMessage: 'sync.sending', values: { count } }
  }
  // `told`: the server set the time of the next attempt with Retry-After.
  if (wait?.told === true && wait.until > now) {
    const values = { count, time: format.time(wait.until, now) }
    return { ...createToSendStatus(count), message: 'sync.pausedUntil', values }
  }
  return createToSendStatus(count)
}

/** Returns the status if the outbox cannot work or the coach must act, otherwise undefined. */
const getAttentionStatus = (
  snapshot: OutboxSnapshot,
  { uploads, signedIn }: Pick<StatusInput, 'uploads' | 'signedIn'>,
): DeliveryStatus | undefined => {
  const { storage, unexpectedError, toSend, needsAction } = snapshot
  // For a visitor, there is no work on this device. A page that needs storage reports the error itself.
  if (storage === 'failed' && signedIn)
    return { tone: 'attention', message: 'sync.storageFailed', shortMessage: 'sync.short.storageFailed' }
  if (unexpectedError && toSend > 0) {
    const shortMessage = 'sync.short.unexpected'
    return { tone: 'attention', message: 'sync.unexpected', shortMessage, values: { count: toSend } }
  }
  if (needsAction > 0) return createNeedsActionStatus(snapshot)
  if (uploads.needsAction > 0) {
    // `sync.short.needsYou` also needs `more` and `total`, because it is used for entries, too.
    const values = { count: uploads.needsAction, more: 0, total: uploads.needsAction }
    const shortMessage = 'sync.short.needsYou'
    const tone = uploads.areQuestions ? 'waiting' : 'attention'
    return { tone, message: 'sync.filesNeedYou', shortMessage, values, isAboutFiles: true }
  }
  return undefined
}

/** Returns the status of work that needs nothing from the coach while the server can be reached. */
const getReachableStatus = (
  snapshot: OutboxSnapshot,
  { now, format, uploads }: Pick<StatusInput, 'now' | 'format' | 'uploads'>,
): DeliveryStatus => {
  const { toSend, isSending, wait } = snapshot
  const waitsForSignIn = wait !== undefined && needsSignIn(wait.code) && !isSending
  if (toSend > 0 && waitsForSignIn) {
    const shortMessage = 'sync.short.signIn'
    return { tone: 'attention', message: 'sync.signInToSend', shortMessage, values: { count: toSend } }
  }
  // A file whose upload is not finished is not safe yet, so it is counted.
  if (countWaitingWork(snapshot) === 0 && uploads.unfinished > 0) {
    const status = createToSendStatus(uploads.unfinished)
    return { ...status, message: 'sync.filesToSend', isAboutFiles: true }
  }
  if (toSend > 0) return getSendingStatus(snapshot, now, format)
  return getSavedStatus(snapshot, now, format)
}

/**
 * Returns the status of work that waits because the server cannot be reached: entries and files wait for the
 * same reason, so they are counted together. Returns undefined if none wait.
 */
const getUnreachableStatus = (snapshot: OutboxSnapshot, { unfinished }: UploadCounts) => {
  const workCount = countWaitingWork(snapshot)
  if (workCount + unfinished === 0) return undefined
  const status = createToSendStatus(workCount + unfinished)
  return workCount === 0 ? { ...status, isAboutFiles: true as const } : status
}

/**
 * Returns the status of the coach's work on this device. Errors come first, then work that the coach must act
 * on, then work that waits. Events that the app records automatically, for example progress and sign-ins, are
 * not counted.
 */
export const getDeliveryStatus = (
  snapshot: OutboxSnapshot,
  isReachable: boolean,
  input: StatusInput,
): DeliveryStatus | undefined => {
  const attentionStatus = getAttentionStatus(snapshot, input)
  if (attentionStatus) return attentionStatus
  const unreachableStatus = isReachable ? undefined : getUnreachableStatus(snapshot, input.uploads)
  if (unreachableStatus) return unreachableStatus
  // The entries are not read yet, or there is no coach. "All saved" would be a guess.
  if (snapshot.storage === 'reading' || snapshot.customer === undefined) return undefined
  if (isReachable) return getReachableStatus(snapshot, input)
  // Only automatic events can be left here, because `getUnreachableStatus` has counted all other work.
  return snapshot.toSend > 0 ? automaticStatus : getSavedStatus(snapshot, input.now, input.format)
}
