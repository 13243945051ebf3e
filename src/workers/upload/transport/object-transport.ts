import type { StorageResult } from './storage-failure.ts'

/** A part that the object store has. `size` is in bytes. */
export type StoredPart = { number: number; size: number; eTag: string; checksum?: string }

/** `onProgress` receives the bytes of the body that were sent so far. */
export type SendOptions = { signal: AbortSignal; onProgress?: (bytes: number) => void }

/** An object to create. `madeBy`, the id of its task, and the thumbnail are stored with the object. */
export type NewObject = { key: string; type: string; madeBy: string; thumbnail?: string | undefined }

/**
 * An object in the object store. `madeBy` is absent if this app did not make the object, or the bucket's CORS
 * rule hides it. The checksum of an object that was uploaded in parts is the checksum of its parts'
 * checksums, and ends with their number: `AAAAAA==-3`.
 */
export type FoundObject = {
  /** In bytes. */
  size: number
  eTag?: string
  /** In ms since the epoch. */
  lastModified?: number
  madeBy?: string
  checksum?: string
}

/** An object in a list. `key` is the full key; `size` is in bytes. */
export type ListedObject = { key: string; size: number }

/**
 * Each call makes one attempt; `attempt.ts` decides about retries. Calls without a signal must run to their
 * end, also after a pause or a cancel. Checksums are CRC32 in base64.
 */
export type ObjectTransport = {
  /** Creates a multipart upload. */
  create: (object: NewObject) => StorageResult<{ uploadId: string }>
  sendPart: (
    part: { key: string; uploadId: string; number: number; body: Blob; checksum: string },
    options: SendOptions,
  ) => StorageResult<{ eTag: string }>
  /** Resolves to all parts, from all pages of the response. */
  listParts: (key: string, uploadId: string, options: SendOptions) => StorageResult<StoredPart[]>
  /** Makes an object of the parts. Refused with `PreconditionFailed` if an object exists under the key. */
  complete: (key: string, uploadId: string, parts: StoredPart[]) => StorageResult<{ eTag?: string }>
  /** Aborts a multipart upload, which deletes its parts. */
  abort: (key: string, uploadId: string) => StorageResult<void>
  /** Resolves to the first 10,000 objects whose keys begin with `prefix`. May take several requests. */
  listObjects: (prefix: string, options: SendOptions) => StorageResult<ListedObject[]>
  /** Resolves to the ids of all open uploads of a key. */
  listUploads: (key: string, options: SendOptions) => StorageResult<string[]>
  /**
   * Stores a whole object in one request. Refused with `PreconditionFailed` if an object exists under the
   * key.
   */
  put: (
    object: NewObject & { body: Blob; checksum: string },
    options: SendOptions,
  ) => StorageResult<{ eTag?: string; checksum?: string }>
  /** Requests the metadata of an object. */
  head: (key: string, options: SendOptions) => StorageResult<FoundObject>
  remove: (key: string) => StorageResult<void>
}
