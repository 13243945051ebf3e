import type { Result } from '../../lib/result.ts'
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

/** A file of a chooser or a drop; with the handle it can be read again after a restart. */
export type ChosenFile = { file: File; handle?: FileSystemFileHandle }

/** Why a chosen file is not taken; `broken` where the worker could not answer. */
export type FileRefusal =
  | 'unreadable'
  | 'key-too-long'
  | 'too-large'
  | 'name-missing'
  | 'signed-out'
  | 'broken'

/** Why a file chosen again does not continue a task. */
export type OtherFile = 'other-file' | 'unreadable' | 'task-gone' | 'broken'

/** What happened to one chosen file: its task, which may have existed before, or the reason why there is none. */
export type AddOutcome = Result<{ id: string; known: boolean }, { name: string; refusal: FileRefusal }>

/** What can be asked of the uploads, in any tab. */
export type UploadCommands = {
  add: (customer: string, level: AccessLevel, files: ChosenFile[]) => Promise<AddOutcome[]>
  /** Gives a task its file back after a restart; any other file is refused. */
  give: (id: string, file: ChosenFile) => Promise<Result<void, OtherFile>>
  command: (ids: string[], command: UploadButton) => Promise<void>
  /** Takes finished and cancelled tasks off the list. */
  dismiss: (ids: string[]) => Promise<void>
  /** Puts a waiting task before all others. */
  first: (id: string) => Promise<void>
  /** The stored handle of a task's file, so that the page can ask for permission on a tap. */
  handleOf: (id: string) => Promise<FileSystemFileHandle | undefined>
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
}

/** A call that could not be done, with S3's own error code where it had one. */
export type StorageProblem = {
  kind: 'offline' | 'sign-in-needed' | 'not-found' | 'refused' | 'broken'
  code?: string
}

/** A file in the object store (specification §3). */
export type StoredFile = {
  key: string
  /** bytes */
  size: number
  /** ms since epoch */
  lastModified: number
  eTag?: string
  storageClass?: string
}

/** One page of a listing; `next` asks for the one after it. */
export type StoredFilePage = { files: StoredFile[]; next?: string }

/** The calls on stored files (specification §7). Keys are those inside the access level. */
export type StorageCalls = {
  list: (level: AccessLevel, next?: string) => Promise<Result<StoredFilePage, StorageProblem>>
  head: (level: AccessLevel, key: string) => Promise<Result<StoredFile, StorageProblem>>
  remove: (level: AccessLevel, key: string) => Promise<Result<void, StorageProblem>>
  /** An address, good for 15 minutes, under which a browser saves the file under its name. */
  downloadAddress: (level: AccessLevel, key: string) => Promise<Result<string, StorageProblem>>
}

/** What the worker answers to over Comlink. */
export type UploadWorker = UploadCommands &
  StorageCalls & {
    /** The first call: hands over what only the page has. */
    open: (
      address: StorageAddress,
      credentials: CredentialsSource,
      listener: (change: UploadChange) => void,
    ) => Promise<void>
  }

/** The uploads as a screen reads them. */
export type UploadSnapshot = {
  /** The saved tasks are known. */
  ready: boolean
  durable: boolean
  /** The worker broke, and the next one is on its way. */
  broken: boolean
  tasks: readonly UploadTask[]
}

/** The uploads for the page: a store for `useSyncExternalStore`, and everything that can be asked. */
export type UploadClient = StorageCalls & {
  snapshot: () => UploadSnapshot
  subscribe: (listener: () => void) => () => void
  add: (level: AccessLevel, files: ChosenFile[]) => Promise<AddOutcome[]>
  give: (id: string, file: ChosenFile) => Promise<Result<void, OtherFile>>
  /** Does a command; resuming asks for permission to read the stored file where that is missing. */
  command: (ids: string[], command: UploadButton) => Promise<void>
  dismiss: (ids: string[]) => Promise<void>
  first: (id: string) => Promise<void>
}
