import type { Log } from '../../../platform/log.ts'
import type { UploadChange } from '../../../uploads/contract.ts'
import type { Answer } from '../transport/storage-failure.ts'
import type { FileCopies } from '../files/file-copies.ts'
import type { NetworkGate } from '../network/create-network-gate.ts'
import type { UploadStore } from '../task/upload-store.ts'
import type { Connection } from '../network/connection.ts'

/** A part that the object store has. */
export type StoredPart = { number: number; size: number; eTag: string; checksum?: string }

export type SendOptions = { signal: AbortSignal; onProgress?: (bytes: number) => void }

/** An object to be: `madeBy` is the id of its task, and goes with it. */
export type NewObject = { key: string; type: string; madeBy: string }

/** An object in the store. Who made it is unknown where that was not us, or the bucket's CORS rule hides it. */
export type FoundObject = { size: number; eTag?: string; lastModified?: number; madeBy?: string }

/** One request each, tried once: who retries is decided in `attempt.ts`. Checksums are CRC32 in base64. */
export type ObjectTransport = {
  create: (object: NewObject) => Answer<{ uploadId: string }>
  sendPart: (
    part: { key: string; uploadId: string; number: number; body: Blob; checksum: string },
    options: SendOptions,
  ) => Answer<{ eTag: string }>
  /** All parts, of all pages of the answer. */
  listParts: (key: string, uploadId: string, options: SendOptions) => Answer<StoredPart[]>
  /** Refused with `PreconditionFailed` where something lies under the key. */
  complete: (key: string, uploadId: string, parts: StoredPart[]) => Answer<{ eTag?: string }>
  abort: (key: string, uploadId: string) => Answer<void>
  /** The ids of all open uploads of a key. */
  listUploads: (key: string) => Answer<string[]>
  /** Refused with `PreconditionFailed` where something lies under the key. */
  put: (
    object: NewObject & { body: Blob; checksum: string },
    options: SendOptions,
  ) => Answer<{ eTag?: string; checksum?: string }>
  head: (key: string) => Answer<FoundObject>
  remove: (key: string) => Answer<void>
}

export type Clock = {
  /** ms since epoch */
  now: () => number
  /** ms since some moment: goes on evenly when somebody sets the clock */
  elapsed: () => number
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Everything the engine needs from outside: it runs the same in a worker and in a test. */
export type EnginePorts = {
  transport: ObjectTransport
  /** Where the transport sends to. */
  bucket: string
  store: UploadStore
  copies: FileCopies
  connection: Connection
  network: NetworkGate
  clock: Clock
  log: Log
  /** Of the present credentials: the prefix of protected and private keys. */
  identityId: () => Answer<string>
  random: () => number
  newId: () => string
  /** CRC32 of a stretch of the file, in base64; rejects where the file cannot be read any more. */
  checksum: (body: Blob, signal: AbortSignal) => Promise<string>
  /** SHA-256 in hexadecimal. */
  digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  publish: (change: UploadChange) => void
}
