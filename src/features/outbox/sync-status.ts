import type { MessageId } from '../../i18n/message-id.ts'
import type { MessageValues } from '../../i18n/translate.ts'
import { countWaitingWork } from '../../outbox/count-unsent.ts'
import type { OutboxSnapshot } from '../../outbox/outbox.ts'
import type { ConnectivityState } from '../../platform/network/connectivity.ts'
import type { TimeFormat } from '../../i18n/time-format.ts'
import type { UploadCounts } from '../../uploads/use-uploads.ts'
import { needsSignIn } from './reasons.ts'

export type SyncTone = 'saved' | 'waiting' | 'attention'
export type SyncStatus = {
  tone: SyncTone
  message: MessageId
  /** The same in a word or two, for narrow screens. */
  short: MessageId
  values?: MessageValues
  /** The status concerns files, and links to them. */
  ofFiles?: true
}

type Times = Pick<TimeFormat, 'time' | 'ago'>

/** A shorter time is "just now". */
const justNowMs = 60_000

const savedStatus = ({ deliveredAt }: OutboxSnapshot, now: number, format: Times): SyncStatus => {
  const base = { tone: 'saved', short: 'sync.short.saved' } as const
  // A delivery in the future means that the clock was set back since: its age is unknown.
  if (deliveredAt === undefined || deliveredAt - now > justNowMs) return { ...base, message: 'sync.allSaved' }
  if (now - deliveredAt < justNowMs) return { ...base, message: 'sync.syncedNow' }
  return { ...base, message: 'sync.syncedAgo', values: { ago: format.ago(now - deliveredAt) } }
}

const signInStatus = (count: number): SyncStatus => ({
  tone: 'attention',
  message: 'sync.signInToSend',
  short: 'sync.short.signIn',
  values: { count },
})

const waitingStatus = (snapshot: OutboxSnapshot, now: number, format: Times): SyncStatus => {
  const { wait } = snapshot
  const values = { count: countWaitingWork(snapshot) }
  const base = { tone: 'waiting', short: 'sync.short.toSend', values } as const
  if (wait?.told === true && wait.until > now)
    return {
      ...base,
      message: 'sync.pausedUntil',
      values: { ...values, time: format.time(wait.until, now) },
    }
  return { ...base, message: 'sync.toSend' }
}

/**
 * The status line of this device: first errors, then what needs the person, then what waits. It counts the
 * coach's work, not the events that the app records by itself, such as progress and sign-ins. Undefined while
 * the disk is still being read: "all saved" would be a guess.
 */
export const syncStatus = (
  snapshot: OutboxSnapshot,
  connectivity: ConnectivityState,
  {
    now,
    format,
    uploads,
    signedIn,
  }: { now: number; format: Times; uploads: UploadCounts; signedIn: boolean },
): SyncStatus | undefined => {
  const { storage, needsAction, toSend, sending, wait } = snapshot
  // A visitor has nothing on this device that could be lost. A page that needs storage reports the error itself.
  if (storage === 'failed' && signedIn)
    return { tone: 'attention', message: 'sync.storageFailed', short: 'sync.short.storageFailed' }
  if (snapshot.unexpectedError && toSend > 0) {
    const values = { count: toSend }
    return { tone: 'attention', message: 'sync.unexpected', short: 'sync.short.unexpected', values }
  }
  if (needsAction > 0) {
    const values = { count: needsAction }
    return { tone: 'attention', message: 'sync.needsYou', short: 'sync.short.needsYou', values }
  }
  if (uploads.needAction > 0) return filesNeedYou(uploads.needAction)
  /** The number of entries that count as the coach's work. */
  const workCount = countWaitingWork(snapshot)
  const unreachable = isMaintenanceOver(connectivity, snapshot)
    ? undefined
    : unreachableStatus(workCount + uploads.unfinished, connectivity, { now, format })
  if (unreachable)
    return workCount === 0 && uploads.unfinished > 0 ? { ...unreachable, ofFiles: true } : unreachable
  if (storage === 'reading' || snapshot.customer === undefined) return undefined
  if (toSend > 0 && wait && needsSignIn(wait.code) && !sending) return signInStatus(toSend)
  if (workCount === 0 && uploads.unfinished > 0) return filesToSend(uploads.unfinished)
  if (toSend === 0) return savedStatus(snapshot, now, format)
  if (workCount === 0) return automaticStatus
  if (snapshot.blockedBy === 'window')
    return {
      tone: 'attention',
      message: 'sync.blockedByWindow',
      short: 'sync.short.toSend',
      values: { count: workCount },
    }
  if (sending) {
    const message = snapshot.blockedBy ? 'sync.noResponseYet' : 'sync.sending'
    return { tone: 'waiting', message, short: 'sync.sending', values: { count: workCount } }
  }
  return waitingStatus(snapshot, now, format)
}

/**
 * A maintenance that this tab knows of is over if entries are sent, possibly by another tab or the service
 * worker.
 */
const isMaintenanceOver = (
  connectivity: ConnectivityState,
  { sending, deliveredAt = 0 }: OutboxSnapshot,
): boolean => connectivity.kind === 'maintenance' && (sending || deliveredAt > connectivity.since)

/** Why nothing is sent at the moment; `count` entries and files wait. */
const unreachableStatus = (
  count: number,
  connectivity: ConnectivityState,
  { now, format }: { now: number; format: Times },
): SyncStatus | undefined => {
  if (connectivity.kind === 'captive') return captiveStatus(count)
  if (!connectivity.online) return offlineStatus(count, format.time(connectivity.since, now))
  if (connectivity.kind === 'maintenance')
    return maintenanceStatus(count, format.time(connectivity.until, now))
  return undefined
}

/** Events that the app records by itself are not counted, and are not on the server either. */
const automaticStatus: SyncStatus = {
  tone: 'waiting',
  message: 'common.savedOnThisDevice',
  short: 'sync.short.savedHere',
}

const filesNeedYou = (count: number): SyncStatus => ({
  tone: 'attention',
  message: 'sync.filesNeedYou',
  short: 'sync.short.needsYou',
  values: { count },
  ofFiles: true,
})

/** A file is saved when all of it is in the cloud. */
const filesToSend = (count: number): SyncStatus => ({
  tone: 'waiting',
  message: 'sync.filesToSend',
  short: 'sync.short.toSend',
  values: { count },
  ofFiles: true,
})

const offlineStatus = (count: number, time: string): SyncStatus => ({
  tone: 'waiting',
  ...(count > 0
    ? { message: 'sync.offlineToSend', short: 'sync.short.offlineToSend' }
    : { message: 'sync.offlineSince', short: 'sync.short.offline' }),
  values: { time, count },
})

const captiveStatus = (count: number): SyncStatus => ({
  tone: 'attention',
  short: 'sync.short.captive',
  ...(count > 0 ? { message: 'sync.captiveToSend', values: { count } } : { message: 'sync.captive' }),
})

const maintenanceStatus = (count: number, time: string): SyncStatus => ({
  tone: 'waiting',
  ...(count > 0
    ? { message: 'sync.pausedUntil', short: 'sync.short.toSend' }
    : { message: 'sync.maintenanceUntil', short: 'sync.short.maintenance' }),
  values: { time, count },
})
