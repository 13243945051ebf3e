import type { LocaleCode } from '../../config/locales.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { AddOutcome, GiveRefusal } from '../../uploads/commands.ts'
import { isRepeat, type PauseReason, type UploadButton, type UploadTask } from '../../uploads/task.ts'
import { toDisplayName } from '../../lib/text/display-name.ts'
import { commonCodeMessages } from './problem-text.ts'
import { formatSize } from '../../ui/format-size.ts'

/** A duration as text: seconds only below a minute. */
export const timeLeftText = (seconds: number, t: Translate): string => {
  if (seconds < 60) return t('files.secondsLeft', { count: Math.max(1, Math.ceil(seconds / 5) * 5) })
  if (seconds < 5400) return t('files.minutesLeft', { count: Math.round(seconds / 60) })
  return t('files.hoursLeft', { count: Math.round(seconds / 3600) })
}

/** The texts of the codes of a refused upload. Those listed here only occur in uploads. */
const codeMessages: Record<string, MessageId> = {
  ...commonCodeMessages,
  SizeMismatch: 'files.refused.SizeMismatch',
  TooManyParts: 'files.refused.TooManyParts',
  UnexpectedError: 'files.refused.UnexpectedError',
  Unreachable: 'files.refused.Unreachable',
  ProviderAway: 'error.providerAway',
  EntityTooLarge: 'files.refused.EntityTooLarge',
  HiddenETag: 'files.refused.misconfigured',
  PartNotStored: 'files.refused.notKept',
  BadDigest: 'files.refused.notKept',
  InvalidPart: 'files.refused.notKept',
  NotFound: 'files.refused.notKept',
}
/** Matches codes, and parts of codes, after which a later attempt may succeed. */
const temporaryCode =
  /IncompleteBody|InternalError|SHA256Mismatch|SlowDown|ServiceUnavailable|RequestTimeout|Throttling/

const fileReasonMessages = {
  restart: 'files.reason.fileRestart',
  permission: 'files.reason.filePermission',
  denied: 'files.reason.fileDenied',
  changed: 'files.reason.fileChanged',
} as const

const reasonMessages = {
  you: 'files.reason.you',
  offline: 'files.reason.offline',
  'wifi-needed': 'files.reason.wifi',
  'data-saver': 'files.reason.dataSaver',
  'sign-in-needed': 'files.reason.signIn',
  'foreign-answer': 'files.reason.foreignAnswer',
  'storage-full': 'files.reason.storageFull',
} as const

/**
 * Why a task is paused, and what to do about it. The text of a refusal says that what was sent is safe, if
 * there are `sentBytes`.
 */
export const reasonText = (reason: PauseReason, t: Translate, sentBytes = 0): string => {
  if (reason.kind === 'file-needed') return t(fileReasonMessages[reason.because])
  if (reason.kind === 'already-stored') {
    const text = reason.uploading === undefined ? 'files.reason.alreadyStored' : 'files.reason.chosenTwice'
    return t(text, { key: toDisplayName(reason.key) })
  }
  if (reason.kind !== 'server-refused') return t(reasonMessages[reason.kind])
  const { code } = reason
  const text = codeMessages[code] ?? (temporaryCode.test(code) ? 'files.refused.busy' : 'files.refused.other')
  return t(text, { code, sent: sentBytes > 0 ? 'some' : 'none' })
}

/**
 * The text for a wait that the object store asked for, until a time in ms since epoch. Rounded up to whole
 * minutes: a time rounded down would be over before the wait is.
 */
const askedToWaitText = (until: number, t: Translate, locale: LocaleCode): string => {
  const fullMinute = Math.ceil(until / 60_000) * 60_000
  // The time itself is passed as the current time, so that the text has no date.
  return t('files.state.askedToWait', { time: createTimePhrases(locale, t).time(fullMinute, fullMinute) })
}

type TextContext = {
  t: Translate
  locale: LocaleCode
  /** ms since epoch until which the object store asked to wait. */
  waitUntil: number | undefined
}

/** What a task is doing, in one line. */
export const stateText = (
  { status, phase = 'preparing', key, name, sentBytes }: UploadTask,
  { t, locale, waitUntil }: TextContext,
): string => {
  if (status.state === 'PAUSED') return reasonText(status.reason, t, sentBytes)
  if (status.state === 'IN_PROGRESS')
    return waitUntil === undefined ? t(`files.state.${phase}`) : askedToWaitText(waitUntil, t, locale)
  if (status.state === 'INIT') return t('files.state.waiting')
  if (status.state === 'CANCELLED') return t('files.state.cancelled')
  return key === name ? t('files.state.completed') : t('files.state.completedAs', { key })
}

/** Whether the file outlives the app on this device; undefined if there is nothing to say. */
export const copyText = ({ keeping }: UploadTask, t: Translate, locale: LocaleCode): string | undefined => {
  if (keeping?.kind === 'kept') return t('files.keeping.kept')
  if (keeping?.kind === 'not-yet') return t('files.keeping.notYet')
  if (keeping?.kind === 'no-room')
    return t('files.keeping.noRoom', { room: formatSize(keeping.room, locale) })
  return keeping && t('files.keeping.notKept')
}

/** The progress of a task: bytes, and while they move, speed and remaining time. */
export const progressText = (task: UploadTask, t: Translate, locale: LocaleCode): string => {
  const { size, sentBytes, speed, secondsLeft, status } = task
  if (status.state === 'COMPLETED' || status.state === 'CANCELLED' || sentBytes === 0)
    return formatSize(size, locale)
  const texts = [t('files.sentOf', { sent: formatSize(sentBytes, locale), total: formatSize(size, locale) })]
  if (speed !== undefined) texts.push(t('files.perSecond', { size: formatSize(speed, locale) }))
  if (secondsLeft !== undefined) texts.push(timeLeftText(secondsLeft, t))
  return texts.join(' · ')
}

/** The text of a button. Resuming has another name after a refusal than after a pause. */
export const buttonText = (command: UploadButton, { status }: UploadTask, t: Translate): string => {
  if (isRepeat(status))
    return t(command === 'cancel' ? 'files.button.dontUpload' : 'files.button.uploadAnyway')
  if (command !== 'resume' || status.state !== 'PAUSED') return t(`files.button.${command}`)
  const { reason } = status
  if (reason.kind === 'file-needed' && reason.because === 'permission') return t('files.button.allow')
  return t(reason.kind === 'you' ? 'files.button.resume' : 'files.button.tryAgain')
}

const refusalMessages = {
  unreadable: 'files.refusal.unreadable',
  'key-too-long': 'files.refusal.keyTooLong',
  'folder-without-address': 'files.refusal.folderWithoutAddress',
  'too-large': 'files.refusal.tooLarge',
  'name-missing': 'files.refusal.nameMissing',
  'signed-out': 'files.refusal.signedOut',
} as const

/**
 * Why a chosen file was refused; undefined if it was not, if the person cancelled it, or if it can still be
 * delivered to a worker.
 */
export const refusalText = (outcome: AddOutcome, t: Translate): string | undefined =>
  outcome.ok || outcome.error.refusal === 'cancelled' || outcome.error.refusal === 'broken'
    ? undefined
    : t(refusalMessages[outcome.error.refusal], { name: toDisplayName(outcome.error.name) })

const otherFileMessages = {
  'other-file': 'files.again.otherFile',
  unreadable: 'files.refusal.unreadable',
  'task-gone': 'files.again.taskGone',
  broken: 'files.broken',
} as const

/** Why a file that was chosen again does not continue a task. */
export const otherFileText = (reason: GiveRefusal, name: string, t: Translate): string =>
  t(otherFileMessages[reason], { name: toDisplayName(name) })
