import type { ProxyMarked } from 'comlink'
import type { Result } from '../lib/result.ts'
import type { StorageCalls } from './storage-contract.ts'
import type { AccessLevel, UploadButton, UploadTask } from './task.ts'

/** Where the files go: one bucket of one region, or of another address than AWS's own. */
export type StorageAddress = { region: string; bucket: string; endpoint?: string }

/** Temporary credentials of the signed-in customer; `expiration` in ms since epoch. */
export type StorageCredentials = {
  identityId: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  expiration: number
}

/** Asks the page for credentials; `fresh` when the object store refused the present ones. */
export type CredentialsSource = (
  fresh: boolean,
) => Promise<Result<StorageCredentials, 'offline' | 'sign-in-needed'>>

/**
 * A file of a chooser or a drop; with the handle it can be read again after a restart. `path` is where it lay in a folder
 * that was dropped, with its name: `final/first-half.mp4`.
 */
export type ChosenFile = { file: File; handle?: FileSystemFileHandle; path?: string }

/** Where chosen files go: a folder inside an access level; '' or ending with a slash. */
export type Destination = { level: AccessLevel; folder: string }

/** Why a chosen file is not taken; `broken` where the worker could not answer. */
export type FileRefusal =
  | 'unreadable'
  | 'key-too-long'
  /** The folder has no address: a browser takes `.` and `..` between slashes out of every one. */
  | 'folder-without-address'
  | 'too-large'
  | 'name-missing'
  | 'signed-out'
  | 'broken'

/** Why a file chosen again does not continue a task. */
export type OtherFile = 'other-file' | 'unreadable' | 'task-gone' | 'broken'

/** What happened to one chosen file: its task, which may have existed before, or the reason why there is none. */
export type AddOutcome = Result<{ id: string; known: boolean }, { name: string; refusal: FileRefusal }>

/** Where a task goes in the queue: before all that are left, or one place on. */
export type QueueMove = 'first' | 'up' | 'down'

/** What the person wants of this device's connection. */
export type NetworkSettings = {
  /** Send over Wi-Fi and cables only. */
  wifiOnly: boolean
  /** Wait while the device saves data on a connection that may cost. */
  obeyDataSaver: boolean
}

/** The settings, what this browser knows of its connection at all, and why nothing is sent now. */
export type NetworkView = NetworkSettings & {
  knows: { wifi: boolean; dataSaver: boolean }
  held?: 'wifi-needed' | 'data-saver'
}

/** What can be asked of the uploads, in any tab. */
export type UploadCommands = {
  /** Answers when each file is a task, or is not taken: one that is slow to read holds up the answer, not the others. */
  add: (customer: string, to: Destination, files: ChosenFile[]) => Promise<AddOutcome[]>
  /** Gives a task its file back after a restart; any other file is refused. */
  give: (id: string, file: ChosenFile) => Promise<Result<void, OtherFile>>
  command: (ids: string[], command: UploadButton) => Promise<void>
  /** Takes finished and cancelled tasks off the list. */
  dismiss: (ids: string[]) => Promise<void>
  /** Puts a waiting task elsewhere in the queue. */
  move: (id: string, to: QueueMove) => Promise<void>
  /** Over which connections this device sends. */
  setNetwork: (settings: NetworkSettings) => Promise<void>
  /** The stored handle of a task's file, so that the page can ask for permission on a tap. */
  handleOf: (id: string) => Promise<FileSystemFileHandle | undefined>
  /** Cancels what a customer has not finished, and takes it back from the store: they sign out. At most some seconds. */
  clear: (customer: string) => Promise<void>
  /** Who is signed in now: the tasks of others wait. */
  session: (customer: string | undefined) => Promise<void>
}

/** What changed since the last message; `all` where the message replaces what was known. */
export type UploadChange = {
  all: boolean
  tasks: UploadTask[]
  removed: string[]
  /** False where the database failed: uploads work, and do not survive a restart. */
  durable: boolean
  network: NetworkView
}

/** What the worker answers to over Comlink. */
export type UploadWorker = UploadCommands & {
  /** The first call: hands over what only the page has. */
  open: (
    address: StorageAddress,
    credentials: CredentialsSource,
    listener: (change: UploadChange) => void,
  ) => Promise<void>
  /** Marked, so that its calls go through the door one by one. */
  storage: StorageCalls & ProxyMarked
}

/** The uploads as a screen reads them. */
export type UploadSnapshot = {
  /** The saved tasks are known. */
  ready: boolean
  durable: boolean
  /** The worker broke, and the next one is on its way. */
  broken: boolean
  network: NetworkView
  tasks: readonly UploadTask[]
}

/** The uploads for the page: a store for `useSyncExternalStore`, and everything that can be asked. */
export type UploadClient = {
  snapshot: () => UploadSnapshot
  subscribe: (listener: () => void) => () => void
  add: (to: Destination, files: ChosenFile[]) => Promise<AddOutcome[]>
  give: (id: string, file: ChosenFile) => Promise<Result<void, OtherFile>>
  /** Does a command; resuming asks for permission to read the stored file where that is missing. */
  command: (ids: string[], command: UploadButton) => Promise<void>
  dismiss: (ids: string[]) => Promise<void>
  move: (id: string, to: QueueMove) => Promise<void>
  setNetwork: (settings: NetworkSettings) => Promise<void>
  /** How many uploads a sign-out would end; waits for a moment where that is not known yet. */
  unfinishedUploads: () => Promise<number>
  /** Ends the unfinished uploads of the signed-in customer, also on the server. */
  clear: () => Promise<void>
  storage: StorageCalls
}
