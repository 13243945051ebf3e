import type { ProxyMarked } from 'comlink'
import type { retryReasons } from '../contract/product-api/health-api.ts'
import type { StorageCredentials } from '../contract/storage-credentials.ts'
import type { Result } from '../lib/result.ts'
import type { StorageCalls } from '../stored-files/storage-calls.ts'
import type { AddOutcome, ChosenFile, Destination, NetworkSettings, UploadCommands } from './commands.ts'
import type { UploadStatus, UploadTask } from './task.ts'

/** The bucket of the files, in an AWS region or at another endpoint. */
export type BucketConfig = { region: string; bucket: string; endpoint?: string }

/** Requests new credentials for a customer. Fails if another customer is signed in. */
export type CredentialsSource = (
  customerId: string,
) => Promise<Result<StorageCredentials, 'offline' | 'provider-away' | 'sign-in-needed'>>

/**
 * Creates the thumbnail of a file (`thumbnail.ts`). Only a page can show a frame of a video. Resolves to
 * undefined if the file has no picture.
 */
export type CreateThumbnail = (file: File) => Promise<string | undefined>

/** The coach's settings for connections, and the state of the current connection. */
export type NetworkView = NetworkSettings & {
  /** Whether this browser reports the type of its connection, and whether the device saves data. */
  knows: { wifi: boolean; dataSaver: boolean }
  /** Why the settings hold back all uploads at the moment. Absent if they do not. */
  held?: 'wifi-needed' | 'data-saver'
  /** The object store asked to wait until this time, in ms since the epoch. */
  waitUntil?: number
}

/** The view before the worker has reported the settings and the connection. */
export const unknownNetwork: NetworkView = {
  wifiOnly: false,
  obeyDataSaver: true,
  knows: { wifi: false, dataSaver: false },
}

/** The changes since the last message. If `all` is true, the message replaces all earlier messages. */
export type UploadChange = {
  all: boolean
  tasks: UploadTask[]
  /** The ids of tasks that no longer exist. */
  removed: string[]
  /** False if the database failed: uploads work, but do not survive a restart. */
  durable: boolean
  /** False if this browser cannot store copies of chosen files. Absent if that is not known. */
  copies?: boolean
  network: NetworkView
  /** Another tab owns the uploads. Its worker sends them, and this worker only reports them. */
  elsewhere?: boolean
}

/** The worker's interface over Comlink: every command, and the calls on stored files. */
export type UploadWorker = UploadCommands & {
  /**
   * Marked as a proxy of Comlink, so the object stays in the worker, and the page calls its functions there.
   */
  storage: StorageCalls & ProxyMarked
  /** Resolves when another tab has taken over the uploads. The page then has to end this worker. */
  whenTakenOver: () => Promise<void>
}

/** The worker before the page opens it with arguments that only the page has. */
export type UploadWorkerEntry = {
  open: (
    bucketConfig: BucketConfig,
    credentials: CredentialsSource,
    listener: (change: UploadChange) => void,
    createThumbnail: CreateThumbnail,
  ) => UploadWorker & ProxyMarked
}

/** A retry that the app makes without the coach after a request to the object store failed. */
export type AutomaticRetry = {
  outcome: 'retried' | 'signed-again'
  reason: (typeof retryReasons)[number]
}

/**
 * A message from the upload worker to its page, beside the messages of Comlink: a status that changed, a
 * retry after a failure, or an unhandled rejection. The page counts them for the health reports. Comlink
 * ignores them.
 */
export type WorkerMessage =
  | { status: UploadStatus }
  | { retry: AutomaticRetry }
  | { rejected: { message: string; stack: string } }

/** The uploads as a screen reads them. */
export type UploadSnapshot = {
  /** Whether the saved tasks are loaded. */
  isReady: boolean
  /** Whether the tasks survive a restart. */
  isDurable: boolean
  /** Whether there is no worker at the moment, because the last one has broken or is being replaced. */
  isWorkerLost: boolean
  /** Whether another tab owns the uploads, and this tab only shows them. */
  isOwnedByOtherTab: boolean
  /** Whether this browser can store copies of chosen files, as far as is known. */
  canStoreCopies: boolean
  network: NetworkView
  tasks: readonly UploadTask[]
}

/** The uploads of this page. Commands go through a customer's `UploadClient`. */
export type PageUploads = {
  /** Returns the uploads for the screens of a customer. */
  forCustomer: (customerId: string) => UploadClient
}

/**
 * The uploads for a screen: a store for `useSyncExternalStore`, and every command of its customer. Commands
 * do nothing while another customer is signed in.
 */
export type UploadClient = Omit<UploadCommands, 'add' | 'cancelAll' | 'clear' | 'session' | 'handleOf'> & {
  snapshot: () => UploadSnapshot
  subscribe: (listener: () => void) => () => void
  add: (to: Destination, files: ChosenFile[]) => Promise<AddOutcome[]>
  cancelAll: () => Promise<void>
  /**
   * Resolves to the names of the files whose uploads a sign-out would end. Waits briefly if the tasks are not
   * loaded yet.
   */
  unfinishedUploads: () => Promise<readonly string[]>
  /** Cancels the unfinished uploads of the customer, and removes them from the object store. */
  clear: () => Promise<void>
  /** The calls on stored files. */
  storage: StorageCalls
}
