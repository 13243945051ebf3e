import type { LocaleCode } from '../../../config/locales.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { createTimePhrases } from '../../../i18n/time-phrases.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { isRepeat, type PauseReason, type UploadButton, type UploadTask } from '../../../uploads/task.ts'
import { toDisplayName } from '../../../lib/text/display-name.ts'
import { formatSize } from '../../../ui/format-size.ts'
import { commonCodeMessages } from '../storage-failure-text.ts'

/**
 * Returns the remaining time as text: below one minute in steps of 5 seconds, then in minutes, and from 90
 * minutes in hours.
 */
export const formatTimeLeft = (seconds: number, t: Translate): string => {
  if (seconds < 60) return t('files.secondsLeft', { count: Math.max(1, Math.ceil(seconds / 5) * 5) })
  if (seconds < 90 * 60) return t('files.minutesLeft', { count: Math.round(seconds / 60) })
  return t('files.hoursLeft', { count: Math.round(seconds / 3600) })
}

/**
 * The texts of the error codes of an upload, which are codes of the object store or of the app: the common
 * ones, and those that only occur in uploads.
 */
const codeMessages: Record<string, MessageId> = {
  ...commonCodeMessages,
  SizeMismatch: 'files.refused.SizeMismatch',
  TooManyParts: 'files.refused.TooManyParts',
  UnexpectedError: 'files.refused.UnexpectedError',
  Unreachable: 'files.refused.Unreachable',
  ProviderUnavailable: 'error.providerUnavailable',
  EntityTooLarge: 'files.refused.EntityTooLarge',
  HiddenETag: 'files.refused.misconfigured',
  PartNotStored: 'files.refused.notKept',
  BadDigest: 'files.refused.notKept',
  InvalidPart: 'files.refused.notKept',
  NotFound: 'files.refused.notKept',
  NoSuchUpload: 'files.refused.notKept',
}
/** Matches error codes, or parts of them, after which a later attempt may succeed. */
const temporaryCodePattern =
  /IncompleteBody|InternalError|SHA256Mismatch|SlowDown|ServiceUnavailable|RequestTimeout|Throttling/

/** The texts of a pause because the app cannot read the file, by its cause. */
const fileReasonMessages = {
  restart: 'files.reason.fileRestart',
  permission: 'files.reason.filePermission',
  denied: 'files.reason.fileDenied',
  changed: 'files.reason.fileChanged',
} as const

/** The texts of the pauses that have neither a cause nor an error code, except `already-stored`. */
const reasonMessages = {
  you: 'files.reason.you',
  offline: 'files.reason.offline',
  'wifi-needed': 'files.reason.wifi',
  'data-saver': 'files.reason.dataSaver',
  'sign-in-needed': 'files.reason.signIn',
  'foreign-answer': 'files.reason.foreignAnswer',
  'storage-full': 'files.reason.storageFull',
} as const

const getServerRefusalText = (code: string, t: Translate, sentBytes: number): string => {
  const generalMessage = temporaryCodePattern.test(code) ? 'files.refused.busy' : 'files.refused.other'
  return t(codeMessages[code] ?? generalMessage, { code, sent: sentBytes > 0 ? 'some' : 'none' })
}

/**
 * Returns the reason why a task is paused, and what to do about it. If there are `sentBytes`, the text of a
 * refusal adds that the sent part is not lost.
 */
export const formatPauseReason = (reason: PauseReason, t: Translate, sentBytes = 0): string => {
  if (reason.kind === 'server-refused') return getServerRefusalText(reason.code, t, sentBytes)
  if (reason.kind === 'file-needed') return t(fileReasonMessages[reason.because])
  if (reason.kind !== 'already-stored') return t(reasonMessages[reason.kind])
  // `uploading` is the other upload of the same file, if the coach chose the file twice.
  const isChosenTwice = reason.uploading !== undefined
  const message = isChosenTwice ? 'files.reason.chosenTwice' : 'files.reason.alreadyStored'
  return t(message, { key: toDisplayName(reason.key) })
}

const minuteMs = 60_000

/** Returns the text for a wait that the object store asked for, until a time in ms since the epoch. */
const getAskedToWaitText = (until: number, t: Translate, locale: LocaleCode): string => {
  // Rounded up, because the text shows only full minutes, and a time rounded down would pass before the wait
  // ends.
  const end = Math.ceil(until / minuteMs) * minuteMs
  // `time` adds the date if its second argument, the current time, is on another day. `end` stands for the
  // current time, so the date is never shown.
  return t('files.state.askedToWait', { time: createTimePhrases(locale, t).time(end, end) })
}

type TextContext = {
  t: Translate
  locale: LocaleCode
  /** The object store asked to wait until this time, in ms since the epoch. */
  waitUntil: number | undefined
}

/** Returns what a task is doing, in one line. */
export const formatUploadState = (
  { status, phase = 'preparing', key, name, sentBytes }: UploadTask,
  { t, locale, waitUntil }: TextContext,
): string => {
  if (status.state === 'PAUSED') return formatPauseReason(status.reason, t, sentBytes)
  if (status.state === 'IN_PROGRESS')
    return waitUntil === undefined ? t(`files.state.${phase}`) : getAskedToWaitText(waitUntil, t, locale)
  if (status.state === 'INIT') return t('files.state.waiting')
  if (status.state === 'CANCELLED') return t('files.state.cancelled')
  // The key differs from the name if the file is in a folder, or if its name was already taken.
  return key === name ? t('files.state.completed') : t('files.state.completedAs', { key })
}

/**
 * Returns a text that says whether this device has a copy of the file, from which the upload can continue after
 * a restart. Returns undefined if the upload needs no copy.
 */
export const getCopyText = (
  { keeping }: UploadTask,
  t: Translate,
  locale: LocaleCode,
): string | undefined => {
  if (!keeping) return undefined
  if (keeping.kind === 'kept') return t('files.keeping.kept')
  if (keeping.kind === 'not-yet') return t('files.keeping.notYet')
  if (keeping.kind === 'no-room') return t('files.keeping.noRoom', { room: formatSize(keeping.room, locale) })
  return t('files.keeping.notKept')
}

/** Returns the progress of a task: its size, the sent bytes and, while it sends, the speed and time left. */
export const getProgressText = (task: UploadTask, t: Translate, locale: LocaleCode): string => {
  const { size, sentBytes, speed, secondsLeft, status } = task
  if (status.state === 'COMPLETED' || status.state === 'CANCELLED' || sentBytes === 0)
    return formatSize(size, locale)
  const texts = [t('files.sentOf', { sent: formatSize(sentBytes, locale), total: formatSize(size, locale) })]
  if (speed !== undefined) texts.push(t('files.perSecond', { size: formatSize(speed, locale) }))
  if (secondsLeft !== undefined) texts.push(formatTimeLeft(secondsLeft, t))
  return texts.join(' · ')
}

/** Returns the label of a button. For "Resume", it depends on why the task is paused. */
export const getButtonText = (command: UploadButton, { status }: UploadTask, t: Translate): string => {
  // The file is already stored, and the buttons ask whether to send it again.
  if (isRepeat(status))
    return t(command === 'cancel' ? 'files.button.dontUpload' : 'files.button.uploadAnyway')
  if (command !== 'resume' || status.state !== 'PAUSED') return t(`files.button.${command}`)
  const { reason } = status
  if (reason.kind === 'file-needed' && reason.because === 'permission') return t('files.button.allow')
  return t(reason.kind === 'you' ? 'files.button.resume' : 'files.button.tryAgain')
}
