import type { MessageId } from '../../i18n/message-id.ts'
import type { MessageValues } from '../../i18n/translate.ts'
import { countWaitingWork } from '../../outbox/count-unsent.ts'
import type { OutboxSnapshot } from '../../outbox/outbox.ts'
import type { ConnectivityState } from '../../platform/network/connectivity.ts'
import type { TimeFormat } from '../../i18n/time-format.ts'
import type { UploadCounts } from '../../uploads/use-uploads.ts'
import { needsSignIn } from './reasons.ts'

export type SyncTone = 'saved' | 'waiting' | 'attention'

/** One of the two signals of the chip. */
export type Signal = {
  tone: SyncTone
  message: MessageId
  /** The same in a word or two, for narrow screens. */
  short: MessageId
  values?: MessageValues
}

/** Where the coach's work is. */
export type WorkStatus = Signal & {
  /** It concerns files, and links to them. */
  ofFiles?: true
}

export type SyncStatus = {
  /** Why nothing is sent at the moment; undefined while the server can be reached. */
  connection?: Signal
  /** Undefined for a visitor, and while the disk is still being read: "all saved" would be a guess. */
  work?: WorkStatus
}

type Times = Pick<TimeFormat, 'time' | 'ago'>

/** A shorter time is "just now". */
const justNowMs = 60_000

const savedStatus = ({ deliveredAt }: OutboxSnapshot, now: number, format: Times): WorkStatus => {
  const base = { tone: 'saved', short: 'sync.short.saved' } as const
  // A delivery in the future means that the clock was set back since: its age is unknown.
  if (deliveredAt === undefined || deliveredAt - now > justNowMs) return { ...base, message: 'sync.allSaved' }
  if (now - deliveredAt < justNowMs) return { ...base, message: 'sync.syncedNow' }
  return { ...base, message: 'sync.syncedAgo', values: { ago: format.ago(now - deliveredAt) } }
}

const toSendStatus = (count: number): WorkStatus => ({
  tone: 'waiting',
  message: 'sync.toSend',
  short: 'sync.short.toSend',
  values: { count },
})

const signInStatus = (count: number): WorkStatus => ({
  tone: 'attention',
  message: 'sync.signInToSend',
  short: 'sync.short.signIn',
  values: { count },
})

/** The entries that need the coach, and how many wait beside them. */
const needsYouStatus = (snapshot: OutboxSnapshot): WorkStatus => {
  const count = snapshot.needsAction
  const more = countWaitingWork(snapshot)
  return {
    tone: 'attention',
    message: 'sync.needsYou',
    short: 'sync.short.needsYou',
    values: { count, more, total: count + more },
  }
}

/** Events that the app records by itself are not counted, and are not on the server either. */
const automaticStatus: WorkStatus = {
  tone: 'waiting',
  message: 'common.savedOnThisDevice',
  short: 'sync.short.savedHere',
}

const filesNeedYou = (count: number): WorkStatus => ({
  tone: 'attention',
  message: 'sync.filesNeedYou',
  short: 'sync.short.needsYou',
  values: { count, more: 0, total: count },
  ofFiles: true,
})

/** A file is saved when all of it is in the cloud. */
const filesToSend = (count: number): WorkStatus => ({
  tone: 'waiting',
  message: 'sync.filesToSend',
  short: 'sync.short.toSend',
  values: { count },
  ofFiles: true,
})

/** While the server can be reached: what is sent, or why it is not. */
const sendingStatus = (snapshot: OutboxSnapshot, now: number, format: Times): WorkStatus => {
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
  if (wait?.told === true && wait.until > now)
    return {
      ...toSendStatus(workCount),
      message: 'sync.pausedUntil',
      values: { ...values, time: format.time(wait.until, now) },
    }
  return toSendStatus(workCount)
}

/**
 * The coach's work on this device: first errors, then what needs the person, then what waits. It counts the
 * coach's work, not the events that the app records by itself, such as progress and sign-ins.
 */
const workStatus = (
  snapshot: OutboxSnapshot,
  isReachable: boolean,
  { now, format, uploads, signedIn }: StatusInput,
): WorkStatus | undefined => {
  const { storage, needsAction, toSend, sending, wait } = snapshot
  // A visitor has nothing on this device that could be lost. A page that needs storage reports the error itself.
  if (storage === 'failed' && signedIn)
    return { tone: 'attention', message: 'sync.storageFailed', short: 'sync.short.storageFailed' }
  if (snapshot.unexpectedError && toSend > 0) {
    const values = { count: toSend }
    return { tone: 'attention', message: 'sync.unexpected', short: 'sync.short.unexpected', values }
  }
  if (needsAction > 0) return needsYouStatus(snapshot)
  if (uploads.needAction > 0) return filesNeedYou(uploads.needAction)
  const workCount = countWaitingWork(snapshot)
  // Files wait as entries do.
  if (!isReachable && workCount + uploads.unfinished > 0)
    return {
      ...toSendStatus(workCount + uploads.unfinished),
      ...(workCount === 0 && { ofFiles: true as const }),
    }
  if (storage === 'reading' || snapshot.customer === undefined) return undefined
  if (isReachable && toSend > 0 && wait && needsSignIn(wait.code) && !sending) return signInStatus(toSend)
  if (workCount === 0 && uploads.unfinished > 0) return filesToSend(uploads.unfinished)
  if (toSend === 0) return savedStatus(snapshot, now, format)
  return isReachable ? sendingStatus(snapshot, now, format) : automaticStatus
}

/**
 * A maintenance that this tab knows of is over if entries are sent, possibly by another tab or the service
 * worker.
 */
const isMaintenanceOver = (
  connectivity: ConnectivityState,
  { sending, deliveredAt = 0 }: OutboxSnapshot,
): boolean => connectivity.kind === 'maintenance' && (sending || deliveredAt > connectivity.since)

const connectionStatus = (
  connectivity: ConnectivityState,
  { now, format }: { now: number; format: Times },
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

type StatusInput = { now: number; format: Times; uploads: UploadCounts; signedIn: boolean }

/**
 * The two signals of this device: the connection if it is missing, and the coach's work. Neither hides the
 * other.
 */
export const syncStatus = (
  snapshot: OutboxSnapshot,
  connectivity: ConnectivityState,
  input: StatusInput,
): SyncStatus => {
  const connection = isMaintenanceOver(connectivity, snapshot)
    ? undefined
    : connectionStatus(connectivity, input)
  const work = workStatus(snapshot, connection === undefined, input)
  return { ...(connection && { connection }), ...(work && { work }) }
}
