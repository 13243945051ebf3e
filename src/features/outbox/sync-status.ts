import type { MessageId } from '../../i18n/message-id.ts'
import type { MessageValues } from '../../i18n/translate.ts'
import { countWaitingWork } from '../../outbox/count-unsent.ts'
import type { OutboxSnapshot } from '../../outbox/outbox.ts'
import type { ConnectivityState } from '../../platform/network/connectivity.ts'
import type { TimeFormat } from '../../i18n/time-format.ts'
import type { UploadCounts } from '../../uploads/use-uploads.ts'
import { needsSignIn } from './reasons.ts'

/** `attention`: the coach has to do something. */
export type SyncTone = 'saved' | 'waiting' | 'attention'

/** One of the two signals of the chip, the small sign on every page that shows the sync status. */
export type Signal = {
  tone: SyncTone
  message: MessageId
  /** The same in a word or two, for narrow screens. */
  short: MessageId
  /** The values for both messages. */
  values?: MessageValues
}

/** Where the coach's work is: on the server, or still on this device. */
export type WorkStatus = Signal & {
  /** Present if the status is about files, so that the chip links to the files and not to the outbox. */
  isAboutFiles?: true
}

export type SyncStatus = {
  /** Why nothing is sent at the moment; undefined while the server can be reached. */
  connection?: Signal
  /** Undefined for a visitor, and while storage is still being read: "all saved" would be a guess. */
  work?: WorkStatus
}

type Times = Pick<TimeFormat, 'time' | 'ago'>

type StatusInput = {
  /** In ms since the epoch. */
  now: number
  format: Times
  uploads: UploadCounts
  signedIn: boolean
}

/** A delivery is "just now" for this long. */
const justNowMs = 60_000

const getSavedStatus = ({ deliveredAt }: OutboxSnapshot, now: number, format: Times): WorkStatus => {
  const base = { tone: 'saved', short: 'sync.short.saved' } as const
  // If the last delivery is in the future, the device's clock was set back since: its age is unknown.
  if (deliveredAt === undefined || deliveredAt - now > justNowMs) return { ...base, message: 'sync.allSaved' }
  if (now - deliveredAt < justNowMs) return { ...base, message: 'sync.syncedNow' }
  return { ...base, message: 'sync.syncedAgo', values: { ago: format.ago(now - deliveredAt) } }
}

/** Describes work that waits to be sent: `count` entries, or entries and files. */
const createToSendStatus = (count: number): WorkStatus => ({
  tone: 'waiting',
  message: 'sync.toSend',
  short: 'sync.short.toSend',
  values: { count },
})

/** Describes entries that can be sent only after the coach has signed in again. */
const createSignInStatus = (count: number): WorkStatus => ({
  tone: 'attention',
  message: 'sync.signInToSend',
  short: 'sync.short.signIn',
  values: { count },
})

/** Describes the entries that need the coach. The values also count the other entries that wait (`more`). */
const createNeedsCoachStatus = (snapshot: OutboxSnapshot): WorkStatus => {
  const count = snapshot.needsAction
  const more = countWaitingWork(snapshot)
  return {
    tone: 'attention',
    message: 'sync.needsYou',
    short: 'sync.short.needsYou',
    values: { count, more, total: count + more },
  }
}

/**
 * The status if only events wait that the app records automatically, for example sign-ins. They are not
 * counted, but "all saved" would be untrue.
 */
const automaticStatus: WorkStatus = {
  tone: 'waiting',
  message: 'common.savedOnThisDevice',
  short: 'sync.short.savedHere',
}

const createFilesNeedCoachStatus = (count: number): WorkStatus => ({
  tone: 'attention',
  message: 'sync.filesNeedYou',
  short: 'sync.short.needsYou',
  values: { count, more: 0, total: count },
  isAboutFiles: true,
})

/** Describes unfinished uploads. A file whose upload is not finished is not safe yet, so it is counted. */
const createFilesToSendStatus = (count: number): WorkStatus => ({
  tone: 'waiting',
  message: 'sync.filesToSend',
  short: 'sync.short.toSend',
  values: { count },
  isAboutFiles: true,
})

/** Returns the status while the server can be reached: what is being sent, or why nothing is. */
const getSendingStatus = (snapshot: OutboxSnapshot, now: number, format: Times): WorkStatus => {
  const { sending, wait, blockedBy } = snapshot
  const workCount = countWaitingWork(snapshot)
  const values = { count: workCount }
  if (workCount === 0) return automaticStatus
  if (blockedBy === 'window')
    return { tone: 'attention', message: 'sync.blockedByWindow', short: 'sync.short.toSend', values }
  if (sending) {
    const message = blockedBy ? 'sync.noResponseYet' : 'sync.sending'
    return { tone: 'waiting', message, short: 'sync.sending', values }
  }
  // The server has told the device when to send again (`Retry-After`).
  if (wait?.told === true && wait.until > now)
    return {
      ...createToSendStatus(workCount),
      message: 'sync.pausedUntil',
      values: { ...values, time: format.time(wait.until, now) },
    }
  return createToSendStatus(workCount)
}

/**
 * Returns the status of the coach's work on this device. Errors come first, then what needs the coach, then
 * what waits. Events that the app records automatically, for example progress and sign-ins, are not counted.
 */
const getWorkStatus = (
  snapshot: OutboxSnapshot,
  isReachable: boolean,
  { now, format, uploads, signedIn }: StatusInput,
): WorkStatus | undefined => {
  const { storage, needsAction, toSend, sending, wait } = snapshot
  // For a visitor, there is no work on this device. A page that needs storage reports the error itself.
  if (storage === 'failed' && signedIn)
    return { tone: 'attention', message: 'sync.storageFailed', short: 'sync.short.storageFailed' }
  if (snapshot.unexpectedError && toSend > 0) {
    const values = { count: toSend }
    return { tone: 'attention', message: 'sync.unexpected', short: 'sync.short.unexpected', values }
  }
  if (needsAction > 0) return createNeedsCoachStatus(snapshot)
  if (uploads.needAction > 0) return createFilesNeedCoachStatus(uploads.needAction)
  const workCount = countWaitingWork(snapshot)
  // While the server cannot be reached, entries and files wait for the same reason and are counted together.
  if (!isReachable && workCount + uploads.unfinished > 0)
    return {
      ...createToSendStatus(workCount + uploads.unfinished),
      ...(workCount === 0 && { isAboutFiles: true as const }),
    }
  // The entries are not read yet, or there is no coach. "All saved" would be a guess.
  if (storage === 'reading' || snapshot.customer === undefined) return undefined
  const waitsForSignIn = wait !== undefined && needsSignIn(wait.code) && !sending
  if (isReachable && toSend > 0 && waitsForSignIn) return createSignInStatus(toSend)
  if (workCount === 0 && uploads.unfinished > 0) return createFilesToSendStatus(uploads.unfinished)
  if (toSend === 0) return getSavedStatus(snapshot, now, format)
  // If the server cannot be reached, only automatic events are left here: all other work was counted above.
  return isReachable ? getSendingStatus(snapshot, now, format) : automaticStatus
}

/**
 * Whether the maintenance that this tab knows of has ended: entries are being sent, or were delivered since
 * it began, possibly by another tab or the service worker.
 */
const isMaintenanceOver = (
  connectivity: ConnectivityState,
  { sending, deliveredAt = 0 }: OutboxSnapshot,
): boolean => connectivity.kind === 'maintenance' && (sending || deliveredAt > connectivity.since)

/** Returns why the server cannot be reached; undefined if it can. */
const getConnectionStatus = (
  connectivity: ConnectivityState,
  { now, format }: Pick<StatusInput, 'now' | 'format'>,
): Signal | undefined => {
  if (connectivity.kind === 'captive')
    return { tone: 'attention', message: 'sync.captive', short: 'sync.short.captive' }
  if (!connectivity.online) {
    const values = { time: format.time(connectivity.since, now) }
    return { tone: 'waiting', message: 'sync.offlineSince', short: 'sync.short.offline', values }
  }
  if (connectivity.kind === 'maintenance') {
    const values = { time: format.time(connectivity.until, now) }
    return { tone: 'waiting', message: 'sync.maintenanceUntil', short: 'sync.short.maintenance', values }
  }
  return undefined
}

/**
 * Returns the two signals of this device: why the server cannot be reached, if so, and the status of the
 * coach's work. Neither hides the other.
 */
export const getSyncStatus = (
  snapshot: OutboxSnapshot,
  connectivity: ConnectivityState,
  input: StatusInput,
): SyncStatus => {
  const connection = isMaintenanceOver(connectivity, snapshot)
    ? undefined
    : getConnectionStatus(connectivity, input)
  const work = getWorkStatus(snapshot, connection === undefined, input)
  return { ...(connection && { connection }), ...(work && { work }) }
}
