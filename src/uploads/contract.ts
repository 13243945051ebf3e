import type { ProxyMarked } from 'comlink'
import type { StorageCredentials } from '../contract/storage-credentials.ts'
import type { Result } from '../lib/result.ts'
import type { StorageCalls } from './storage-calls.ts'
import type { AddOutcome, ChosenFile, Destination, NetworkSettings, UploadCommands } from './commands.ts'
import type { UploadTask } from './task.ts'

/** Where the files go: one bucket of one region, or of another address than AWS's own. */
export type StorageAddress = { region: string; bucket: string; endpoint?: string }

/** Requests new credentials of a customer; refused where another one is signed in. */
export type CredentialsSource = (
  customer: string,
) => Promise<Result<StorageCredentials, 'offline' | 'provider-away' | 'sign-in-needed'>>

/** The settings, what this browser knows of its connection at all, and why nothing is sent now. */
export type NetworkView = NetworkSettings & {
  knows: { wifi: boolean; dataSaver: boolean }
  held?: 'wifi-needed' | 'data-saver'
  /** ms since epoch: until when the object store asked to wait. */
  waitUntil?: number
}

/** What changed since the last message; `all` where the message replaces what was known. */
export type UploadChange = {
  all: boolean
  tasks: UploadTask[]
  removed: string[]
  /** False where the database failed: uploads work, and do not survive a restart. */
  durable: boolean
  /** False where this browser keeps no copies of chosen files. */
  copies?: boolean
  network: NetworkView
  /** Another window has the uploads. */
  elsewhere?: boolean
}

/** What the worker offers over Comlink: every command, and the calls on stored files. */
export type UploadWorker = UploadCommands & {
  /** Marked, so that each of its calls crosses the boundary by itself. */
  storage: StorageCalls & ProxyMarked
  /** Resolves when another window has taken the uploads from this worker, which must end then. */
  taken: () => Promise<void>
}

/** The worker before it is open: it needs what only the page has. */
export type UploadWorkerEntry = {
  open: (
    address: StorageAddress,
    credentials: CredentialsSource,
    listener: (change: UploadChange) => void,
  ) => UploadWorker & ProxyMarked
}

/** The uploads as a screen reads them. */
export type UploadSnapshot = {
  /** The saved tasks are known. */
  ready: boolean
  durable: boolean
  /** The worker broke, and the next one is on its way. */
  broken: boolean
  /** Another window has the uploads, and this one shows them. */
  elsewhere: boolean
  /** This browser keeps copies of chosen files, as far as is known. */
  copies: boolean
  network: NetworkView
  tasks: readonly UploadTask[]
}

/** The uploads of this page. What is done with them is done by a customer's `UploadClient`. */
export type PageUploads = {
  /** The uploads as the screens of a customer have them. */
  of: (customer: string) => UploadClient
}

/**
 * The uploads for a screen: a store for `useSyncExternalStore`, and every command of its customer. Nothing is done for
 * them while another one is signed in.
 */
export type UploadClient = Omit<UploadCommands, 'add' | 'cancelAll' | 'clear' | 'session' | 'handleOf'> & {
  snapshot: () => UploadSnapshot
  subscribe: (listener: () => void) => () => void
  add: (to: Destination, files: ChosenFile[]) => Promise<AddOutcome[]>
  cancelAll: () => Promise<void>
  /** The names of the files whose uploads a sign-out would end; waits for a moment where they are not known yet. */
  unfinishedUploads: () => Promise<readonly string[]>
  /** Ends the unfinished uploads of the customer, also on the server. */
  clear: () => Promise<void>
  storage: StorageCalls
}
