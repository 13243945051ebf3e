/** The life of one upload (specification §4): its states, its commands, and the one table of transitions. */

export const uploadStates = ['INIT', 'IN_PROGRESS', 'PAUSED', 'CANCELLED', 'COMPLETED'] as const
export type UploadState = (typeof uploadStates)[number]

/** `complete` is the engine's own; the others can be given by a person. */
export const uploadCommands = ['start', 'pause', 'resume', 'cancel', 'complete'] as const
export type UploadCommand = (typeof uploadCommands)[number]

/** Why a task does not move. A failure is a pause with its reason: nothing is lost, everything can resume. */
export type PauseReason =
  | { kind: 'you' }
  | { kind: 'offline' }
  /** The person sends over Wi-Fi only, or the device saves data, and the connection is another one. */
  | { kind: 'wifi-needed' }
  | { kind: 'data-saver' }
  | { kind: 'sign-in-needed' }
  /** Something else on the network answered in place of the store, as a Wi-Fi that asks the person to sign in. */
  | { kind: 'foreign-answer' }
  /** The file was not chosen again yet, or it changed or vanished on the disk. */
  | { kind: 'file-needed'; because: 'restart' | 'changed' | 'permission' | 'denied' }
  /**
   * The same bytes are stored under this key of the same level: the person says whether they are sent again. `uploading` is
   * the task that stores them, where they were chosen twice.
   */
  | { kind: 'already-stored'; key: string; uploading?: string }
  /** The object store said no: its own error code (`AccessDenied`, `NoSuchBucket` …), or one of ours. */
  | { kind: 'server-refused'; code: string }
  | { kind: 'storage-full' }

export type UploadStatus =
  | { state: Exclude<UploadState, 'PAUSED'> }
  | { state: 'PAUSED'; reason: PauseReason }

/** A cell is the state that a command leads to; an empty cell is an illegal command, which changes nothing. */
const transitions: Record<UploadState, Partial<Record<UploadCommand, UploadState>>> = {
  INIT: { start: 'IN_PROGRESS', resume: 'IN_PROGRESS', pause: 'PAUSED', cancel: 'CANCELLED' },
  IN_PROGRESS: { pause: 'PAUSED', cancel: 'CANCELLED', complete: 'COMPLETED' },
  PAUSED: { start: 'IN_PROGRESS', resume: 'IN_PROGRESS', pause: 'PAUSED', cancel: 'CANCELLED' },
  CANCELLED: {},
  COMPLETED: {},
}

/** Pauses that the engine ends by itself: by pausing as well, a person makes them last. */
const endsByItself = ({ kind }: PauseReason): boolean =>
  kind === 'offline' ||
  kind === 'sign-in-needed' ||
  kind === 'foreign-answer' ||
  kind === 'wifi-needed' ||
  kind === 'data-saver'

/** Whether a task waits for something that comes without the person, as a connection. */
export const resumesByItself = (status: UploadStatus): boolean =>
  status.state === 'PAUSED' &&
  status.reason.kind !== 'sign-in-needed' &&
  status.reason.kind !== 'foreign-answer' &&
  endsByItself(status.reason)

/** Whether a task resumes only when a person does something. */
export const needsPerson = (status: UploadStatus): boolean =>
  status.state === 'PAUSED' && status.reason.kind !== 'you' && !resumesByItself(status)

/** Whether a task asks the person if a file that is stored already shall be sent again. */
export const isRepeat = (status: UploadStatus): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'already-stored'

/** The status after a command, or undefined where the command is illegal. A pause brings its reason. */
export const transition = (
  status: UploadStatus,
  command: UploadCommand,
  reason: PauseReason = { kind: 'you' },
): UploadStatus | undefined => {
  const state = transitions[status.state][command]
  if (state !== 'PAUSED') return state && { state }
  const stays = status.state === 'PAUSED' && (!endsByItself(status.reason) || endsByItself(reason))
  return stays ? undefined : { state, reason }
}

/** Whether nothing can happen to a task any more. */
export const isFinal = ({ state }: UploadStatus): boolean => Object.keys(transitions[state]).length === 0

export const uploadButtons = ['start', 'resume', 'pause', 'cancel'] as const
export type UploadButton = (typeof uploadButtons)[number]

/** The buttons of a task, read from the table; INIT is started and PAUSED resumed, though both commands do the same. */
export const buttonsOf = (status: UploadStatus): UploadButton[] =>
  uploadButtons.filter(
    (command) =>
      transition(status, command) !== undefined &&
      !(command === 'start' && status.state === 'PAUSED') &&
      !(command === 'resume' && status.state === 'INIT'),
  )

/** Who may read a stored file (specification §6); `public` is the default of the storage calls. */
export const accessLevels = ['public', 'protected', 'private'] as const
export type AccessLevel = (typeof accessLevels)[number]

/**
 * Whether the file outlives the app on this device: kept as a copy, not yet, or not, because there is no room (`room` in
 * bytes) or the browser cannot. Absent where there is nothing to say, as for a file that is found again where it lies.
 */
export type Keeping =
  | { kind: 'kept' }
  | { kind: 'not-yet' }
  | { kind: 'no-room'; room: number }
  | { kind: 'not-kept' }

/** A task as the page sees it. */
export type UploadTask = {
  id: string
  /** The signed-in customer it belongs to; nobody else sees it. */
  customer: string
  /** The name of the file on the person's device. */
  name: string
  /** bytes */
  size: number
  level: AccessLevel
  /** The key inside the access level. */
  key: string
  status: UploadStatus
  /** Only while IN_PROGRESS; 100 % is only true after `finishing`. `stalled` is sending while no byte has moved for a while. */
  phase?: 'preparing' | 'sending' | 'stalled' | 'finishing'
  /** Bytes that left this device and were not lost to a failure. */
  sentBytes: number
  /** Bytes a second over the last seconds of sending; absent while nothing moves. */
  speed?: number
  secondsLeft?: number
  keeping?: Keeping
  /** ms since epoch */
  createdAt: number
  /** Smaller numbers are sent first. */
  order: number
}
