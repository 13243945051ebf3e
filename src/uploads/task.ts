/**
 * The life of one upload (specification §4): its states, its commands, and the table of transitions. A task
 * is one upload of one file. The engine, in the upload worker, sends the tasks.
 */
import type { AccessLevel } from '../stored-files/storage-calls.ts'

export const uploadStates = ['INIT', 'IN_PROGRESS', 'PAUSED', 'CANCELLED', 'COMPLETED'] as const
export type UploadState = (typeof uploadStates)[number]

/** Only the engine gives the command `complete`. The coach can give the others. */
export const uploadCommands = ['start', 'pause', 'resume', 'cancel', 'complete'] as const
export type UploadCommand = (typeof uploadCommands)[number]

/** Why a task is paused. A failure is also a pause, because nothing is lost, and the task can resume. */
export type PauseReason =
  /** The coach paused it. */
  | { kind: 'you' }
  | { kind: 'offline' }
  /** The coach allows only Wi-Fi, and the connection may cost money. */
  | { kind: 'wifi-needed' }
  /** The data saver of the device is on, and the connection may cost money. */
  | { kind: 'data-saver' }
  /** The session gets no credentials for the object store until the coach has signed in again. */
  | { kind: 'sign-in-needed' }
  /**
   * Something else on the network answered in place of the object store, such as a Wi-Fi network that asks
   * the coach to sign in.
   */
  | { kind: 'foreign-answer' }
  /**
   * The app cannot read the file. `restart`: the coach has to choose it again after a restart. `changed`: it
   * changed or vanished on the device. `permission`: the coach has to allow the app to read it again.
   * `denied`: the coach has not allowed that.
   */
  | { kind: 'file-needed'; because: 'restart' | 'changed' | 'permission' | 'denied' }
  /**
   * The same bytes are stored under this key of the same level, so the coach decides whether to send them
   * again. `uploading` is the task that stores them, if the file was chosen twice.
   */
  | { kind: 'already-stored'; key: string; uploading?: string }
  /**
   * The object store refused: its own error code (`AccessDenied`, `NoSuchBucket` …), or a code of the app.
   */
  | { kind: 'server-refused'; code: string }
  /** The object store has no space left. */
  | { kind: 'storage-full' }

export type UploadStatus =
  | { state: Exclude<UploadState, 'PAUSED'> }
  | { state: 'PAUSED'; reason: PauseReason }

/** The state after a command, by the state before it. A command without an entry is not allowed. */
const transitions: Record<UploadState, Partial<Record<UploadCommand, UploadState>>> = {
  INIT: { start: 'IN_PROGRESS', resume: 'IN_PROGRESS', pause: 'PAUSED', cancel: 'CANCELLED' },
  IN_PROGRESS: { pause: 'PAUSED', cancel: 'CANCELLED', complete: 'COMPLETED' },
  PAUSED: { start: 'IN_PROGRESS', resume: 'IN_PROGRESS', pause: 'PAUSED', cancel: 'CANCELLED' },
  CANCELLED: {},
  COMPLETED: {},
}

/** Whether the engine ends a pause for this reason, when the reason no longer applies. */
const isEndedByEngine = ({ kind }: PauseReason): boolean =>
  kind === 'offline' ||
  kind === 'sign-in-needed' ||
  kind === 'foreign-answer' ||
  kind === 'wifi-needed' ||
  kind === 'data-saver'

/**
 * Whether a paused task resumes without any action of the coach, for example when the connection is back.
 * Excludes `sign-in-needed` and `foreign-answer`, because the engine ends these pauses, but usually only
 * after the coach has signed in.
 */
export const resumesByItself = (status: UploadStatus): boolean =>
  status.state === 'PAUSED' &&
  status.reason.kind !== 'sign-in-needed' &&
  status.reason.kind !== 'foreign-answer' &&
  isEndedByEngine(status.reason)

/** Whether a task that the coach did not pause resumes only after an action of the coach. */
export const needsCoach = (status: UploadStatus): boolean =>
  status.state === 'PAUSED' && status.reason.kind !== 'you' && !resumesByItself(status)

/** Whether a task asks the coach if a file that is stored already should be sent again. */
export const isRepeat = (status: UploadStatus): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'already-stored'

/**
 * Returns the status after a command, or undefined if the command is not allowed or changes nothing. `reason`
 * is for a pause.
 */
export const transition = (
  status: UploadStatus,
  command: UploadCommand,
  reason: PauseReason = { kind: 'you' },
): UploadStatus | undefined => {
  const state = transitions[status.state][command]
  if (state === undefined) return undefined
  if (state !== 'PAUSED') return { state }
  if (status.state !== 'PAUSED') return { state, reason }
  // A second pause only replaces the reason, and only if the engine ends the old reason but not the new one.
  // So if the coach pauses a task that is offline, it stays paused when the connection is back.
  const shouldReplaceReason = isEndedByEngine(status.reason) && !isEndedByEngine(reason)
  return shouldReplaceReason ? { state, reason } : undefined
}

/** Whether no command can change a task. */
export const isFinal = ({ state }: UploadStatus): boolean => Object.keys(transitions[state]).length === 0

export const uploadButtons = ['start', 'resume', 'pause', 'cancel'] as const
export type UploadButton = (typeof uploadButtons)[number]

/**
 * Lists the buttons of a task. `transitions` allows both `start` and `resume` for INIT and PAUSED. They do
 * the same, so INIT gets only `start`, and PAUSED only `resume`.
 */
export const listButtons = (status: UploadStatus): UploadButton[] =>
  uploadButtons.filter(
    (command) =>
      transition(status, command) !== undefined &&
      !(command === 'start' && status.state === 'PAUSED') &&
      !(command === 'resume' && status.state === 'INIT'),
  )

/** Whether this app has a copy of the file, so that the upload can continue after a restart. */
export type CopyStatus =
  | { kind: 'kept' }
  /** The file is copied soon, if it is not sent before. */
  | { kind: 'not-yet' }
  /** `room` is the free space in bytes. */
  | { kind: 'no-room'; room: number }
  /** The browser could not store the copy. */
  | { kind: 'not-kept' }

/** A task as the page sees it. */
export type UploadTask = {
  id: string
  /** The id of the customer who owns the task. Other customers do not see it. */
  customer: string
  /** The name of the file on the coach's device. */
  name: string
  /** In bytes. */
  size: number
  level: AccessLevel
  /** The key inside the access level. */
  key: string
  status: UploadStatus
  /**
   * Only while IN_PROGRESS. A task is not done before `finishing` ends, even if all bytes are sent. `stalled`
   * means `sending`, but no byte has moved for a while.
   */
  phase?: 'preparing' | 'sending' | 'stalled' | 'finishing'
  /** The bytes that left this device and were not lost to a failure. */
  sentBytes: number
  /** In bytes per second, over the last seconds of sending. Absent while nothing moves. */
  speed?: number
  /** Absent while nothing moves. */
  secondsLeft?: number
  /** Absent if the task needs no copy, for example because its file is opened again through its handle. */
  keeping?: CopyStatus
  /** In ms since the epoch. */
  createdAt: number
  /** Smaller numbers are sent first. */
  order: number
}
