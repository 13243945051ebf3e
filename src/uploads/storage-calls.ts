import type { Result } from '../lib/result.ts'
import type { AccessLevel } from './task.ts'

/** The first part of a key, by access level; the identity follows it (specification §6, docs/decisions/038). */
export type Prefixes = Record<AccessLevel, string>

/** Under which prefix an object lies. */
export type StorageLocation = {
  /** Default: `public` */
  level?: AccessLevel
  /** Whose files; default: those of the signed-in person */
  identityId?: string
  /** A public prefix that is given stands alone, without an identity. */
  prefixes?: Partial<Prefixes>
}

/** Options of every call. */
export type CallOptions = StorageLocation & {
  /** Whose screen calls: refused as `sign-in-needed` while another customer is signed in */
  customer?: string
  /** Default: the bucket of the environment */
  bucket?: string
  /** ms until a call that did not end fails; 0, the default, waits as long as it takes */
  timeout?: number
  /** That there is no such object is an answer, and no fault for the log. */
  mayBeMissing?: boolean
}

/** A call on one object; its key is the one inside the place. */
export type ObjectCall = CallOptions & { key: string }

/** Why a call failed: data, so that it crosses the boundary of the worker whole. The log has it in English. */
export type StorageProblem = {
  kind:
    | 'offline'
    | 'timeout'
    /** The sign-in service gives no credentials at the moment. */
    | 'provider-away'
    | 'sign-in-needed'
    | 'not-found'
    /** Something has the key already, and was not to be replaced. */
    | 'exists'
    /** Not in the active tier: it has to be restored from the archive first. */
    | 'archived'
    /** Nothing was sent: the call itself was wrong. */
    | 'invalid'
    | 'refused'
    /** The worker broke. */
    | 'broken'
  /** S3's own error code, or one of `storage-problem.ts` */
  code?: string
  /** HTTP status */
  status?: number
  details?: Record<string, string | number>
}

export type CallResult<T> = Promise<Result<T, StorageProblem>>

/** A file in the object store (specification §3). */
export type StoredFile = {
  key: string
  /** bytes */
  size: number
  /** ms since epoch */
  lastModified: number
  eTag?: string
  storageClass?: string
  owner?: string
}

/** What one request for a file says besides its bytes. */
export type StoredObject = StoredFile & { contentType?: string }

export type Progress = { loaded: number; total: number }

/** Receives what happens on the way; progress is that of a put. A callback that is not a function is only warned about (specification §5). */
export type Callbacks<T> = {
  onProgress?: (progress: Progress) => void
  onComplete?: (value: T) => void
  onError?: (problem: StorageProblem) => void
}

export type PutCall = ObjectCall & {
  /** A Blob, text or bytes; a plain object is serialised to JSON */
  body: unknown
  contentType?: string
  /** Fails with `exists` instead of replacing what has the key */
  ifNew?: boolean
}

export type Stored = { key: string; eTag?: string }

/** An end of a copy. */
export type CopyEnd = StorageLocation & { key: string }

export type CopyCall = Pick<CallOptions, 'customer' | 'bucket' | 'timeout'> & {
  source: CopyEnd
  destination: CopyEnd
  ifNew?: boolean
}

/** One page of a listing, by version 1 or 2 of the call; keys and folders are those inside the place. */
export type ListCall = CallOptions & {
  /** What the keys begin with */
  path?: string
  /** What ends a folder, as `/`; without one there are no folders */
  delimiter?: string
  /** At most 1000, the default */
  maxKeys?: number
} & (
    | { version: 1; marker?: string }
    | { version?: 2; continuationToken?: string; startAfter?: string; fetchOwner?: boolean }
  )

export type Listing = {
  files: StoredFile[]
  folders: string[]
  keyCount: number
  isTruncated: boolean
  /** Of version 1 */
  nextMarker?: string
  /** Of version 2 */
  nextContinuationToken?: string
}

export type ListPartsCall = ObjectCall & { uploadId: string; maxParts?: number; partNumberMarker?: number }

export type PartListing = {
  parts: { number: number; eTag: string; size: number }[]
  isTruncated: boolean
  nextPartNumberMarker?: number
  storageClass?: string
}

export type PresignedCall = ObjectCall & {
  /** s; default 900 */
  expires?: number
  /** Have a browser save it under its name instead of showing it */
  download?: boolean
  /** The type it is shown as, whatever it was stored as */
  contentType?: string
}

/** A call on one object, whose key is checked before anything is sent, or on the bucket; the types exist for TypeScript only. */
type Row<Call, Value> = { on: 'object' | 'bucket'; types?: { call: Call; value: Value } }
const onObject = <Call extends ObjectCall, Value>(): Row<Call, Value> => ({ on: 'object' })
const onBucket = <Call, Value>(): Row<Call, Value> => ({ on: 'bucket' })

/**
 * The calls on stored files (specification §7) as data: what each takes, and what it results in. Their types, the
 * page's calls of its worker and the worker's dispatch derive from it: a new call is a row here and a handler there.
 */
export const storageCalls = {
  /** Stores an object in one request; large files go by the upload engine. */
  put: onObject<PutCall, Stored>(),
  get: onObject<ObjectCall, StoredObject & { body: Blob }>(),
  /** What is known of an object, without its bytes */
  head: onObject<ObjectCall, StoredObject>(),
  /** Deleting what is not there succeeds as well. */
  remove: onObject<ObjectCall, void>(),
  copy: onBucket<CopyCall, Stored>(),
  list: onBucket<ListCall, Listing>(),
  listParts: onObject<ListPartsCall, PartListing>(),
  presignedGet: onObject<PresignedCall, string>(),
  /** The address of a DELETE that needs no worker. */
  presignedRemove: onObject<ObjectCall, string>(),
}

export type StorageCallName = keyof typeof storageCalls
type TypesOf<Name extends StorageCallName> = NonNullable<(typeof storageCalls)[Name]['types']>
export type CallOf<Name extends StorageCallName> = { [N in StorageCallName]: TypesOf<N>['call'] }[Name]
export type ValueOf<Name extends StorageCallName> = { [N in StorageCallName]: TypesOf<N>['value'] }[Name]

/** Tried once: a person waits, and can try again. */
type StorageCall<Name extends StorageCallName> = (
  call: CallOf<Name>,
  callbacks?: Callbacks<ValueOf<Name>>,
) => CallResult<ValueOf<Name>>

export type StorageCalls = { [N in StorageCallName]: StorageCall<N> }

/** A function for every call. */
export const everyStorageCall = (
  make: <N extends StorageCallName>(name: N) => StorageCall<N>,
): StorageCalls => {
  const names = Object.keys(storageCalls).filter((name): name is StorageCallName =>
    Object.hasOwn(storageCalls, name),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.fromEntries` forgets the names
  return Object.fromEntries(names.map((name) => [name, make(name)])) as StorageCalls
}
