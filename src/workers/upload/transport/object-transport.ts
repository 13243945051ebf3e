import type { StorageResult } from './storage-failure.ts'

/** A part that the object store has. */
export type StoredPart = { number: number; size: number; eTag: string; checksum?: string }

export type SendOptions = { signal: AbortSignal; onProgress?: (bytes: number) => void }

/** An object to be: `madeBy` is the id of its task, and goes with it. */
export type NewObject = { key: string; type: string; madeBy: string }

/**
 * An object in the store. Who made it is unknown where that was not us, or the bucket's CORS rule hides it. The checksum of one
 * that came in parts is that of its parts' checksums, and ends with their number: `AAAAAA==-3`.
 */
export type FoundObject = {
  size: number
  eTag?: string
  lastModified?: number
  madeBy?: string
  checksum?: string
}

/** An object as a list has it: `key` is the whole one; bytes. */
export type ListedObject = { key: string; size: number }

/**
 * One request each, tried once: who retries is decided in `attempt.ts`. Those without a signal are needed to their end, also after
 * a pause or a cancel. Checksums are CRC32 in base64.
 */
export type ObjectTransport = {
  create: (object: NewObject) => StorageResult<{ uploadId: string }>
  sendPart: (
    part: { key: string; uploadId: string; number: number; body: Blob; checksum: string },
    options: SendOptions,
  ) => StorageResult<{ eTag: string }>
  /** All parts, of all pages of the response. */
  listParts: (key: string, uploadId: string, options: SendOptions) => StorageResult<StoredPart[]>
  /** Refused with `PreconditionFailed` where something lies under the key. */
  complete: (key: string, uploadId: string, parts: StoredPart[]) => StorageResult<{ eTag?: string }>
  abort: (key: string, uploadId: string) => StorageResult<void>
  /** The objects whose keys begin so: the first 10,000, which may be several requests. */
  listObjects: (prefix: string, options: SendOptions) => StorageResult<ListedObject[]>
  /** The ids of all open uploads of a key. */
  listUploads: (key: string, options: SendOptions) => StorageResult<string[]>
  /** Refused with `PreconditionFailed` where something lies under the key. */
  put: (
    object: NewObject & { body: Blob; checksum: string },
    options: SendOptions,
  ) => StorageResult<{ eTag?: string; checksum?: string }>
  head: (key: string, options: SendOptions) => StorageResult<FoundObject>
  remove: (key: string) => StorageResult<void>
}
