import type { Result } from '../lib/result.ts'

/**
 * Who may read a stored file (specification §6): only its owner if it is `private`, otherwise every signed-in
 * coach. `public` is the default of the storage calls. `public` and `protected` files have different key
 * prefixes, but the same readers.
 */
export const accessLevels = ['public', 'protected', 'private'] as const
export type AccessLevel = (typeof accessLevels)[number]

/**
 * The first part of a key, by access level. The identity of the owner follows it (specification §6,
 * docs/decisions/038).
 */
export type Prefixes = Record<AccessLevel, string>

export type StorageLocation = {
  /** Default: `public`. */
  level?: AccessLevel
  /** The id of the files' owner at the identity pool; default: that of the signed-in coach. */
  identityId?: string
  /** Replaces default prefixes. A public prefix that is set here is used without an identity. */
  prefixes?: Partial<Prefixes>
}

export type CallOptions = StorageLocation & {
  /**
   * The customer who makes the call. It fails with `sign-in-needed` while another customer is signed in.
   */
  customer?: string
  /** Default: the bucket of the environment. */
  bucket?: string
  /** An unfinished call fails after this time, in ms. 0, the default, means no limit. */
  timeout?: number
  /** A missing object is an expected result, and is not logged as an error. */
  mayBeMissing?: boolean
}

/** A call on one object. `key` is relative to the location. */
export type ObjectCall = CallOptions & { key: string }

/** Why a call failed. It is plain data, not an Error, so that the worker can send it to the page intact. */
export type StorageCallFailure = {
  kind:
    | 'offline'
    /** The call took longer than its `timeout`. */
    | 'timeout'
    /** The sign-in service gives no credentials at the moment. */
    | 'provider-away'
    /** The session gets no credentials, or another customer is signed in. */
    | 'sign-in-needed'
    | 'not-found'
    /** An object has the key already, and the call must not replace it. */
    | 'exists'
    /** The object is archived, and has to be restored before it can be read. */
    | 'archived'
    /** The arguments are invalid, so no request was sent. */
    | 'invalid'
    /** Every other error code of S3. */
    | 'refused'
    /** The worker broke. */
    | 'broken'
  /** S3's own error code, or a code of `storage-call-failure.ts`. */
  code?: string
  /** The HTTP status. */
  status?: number
  /** Values for the log message, such as the name of a missing argument. */
  details?: Record<string, string | number>
}

export type CallResult<T> = Promise<Result<T, StorageCallFailure>>

/** A file in the object store (specification §3). */
export type StoredFile = {
  key: string
  /** In bytes. */
  size: number
  /** In ms since the epoch. */
  lastModified: number
  eTag?: string
  storageClass?: string
  owner?: string
}

/** A stored file with the metadata that only a request for this file returns, not a listing. */
export type StoredObject = StoredFile & {
  contentType?: string
  /** A value for `toThumbnailUrl`, if the file was uploaded with a thumbnail. */
  thumbnail?: string
}

/** In bytes. */
export type Progress = { loaded: number; total: number }

/**
 * Callbacks during a call; `onProgress` is for a put. A callback that is not a function is ignored with a
 * warning (specification §5).
 */
export type Callbacks<T> = {
  onProgress?: (progress: Progress) => void
  onComplete?: (value: T) => void
  onError?: (failure: StorageCallFailure) => void
}

export type PutCall = ObjectCall & {
  /** A Blob, text or bytes; a plain object is serialised to JSON. */
  body: unknown
  contentType?: string
  /** Fails with `exists` instead of replacing an object with the same key. */
  failIfExists?: boolean
}

/** The object that a put or a copy has stored. */
export type WrittenObject = { key: string; eTag?: string }

export type CopyLocation = StorageLocation & { key: string }

export type CopyCall = Pick<CallOptions, 'customer' | 'bucket' | 'timeout'> & {
  source: CopyLocation
  destination: CopyLocation
  failIfExists?: boolean
}

/**
 * Requests one page of a listing, with version 1 or 2 of the S3 call. Keys and folders are relative to the
 * location.
 */
export type ListCall = CallOptions & {
  /** The beginning of the keys. */
  path?: string
  /** The character that ends a folder, such as `/`; without it there are no folders. */
  delimiter?: string
  /** At most 1000, the default. */
  maxKeys?: number
} &
  /** The page begins after the key `marker`. */
  (
    | { version: 1; marker?: string }
    /** The page begins after the key `startAfter`, or at the `continuationToken` of the previous page. */
    | { version?: 2; continuationToken?: string; startAfter?: string; fetchOwner?: boolean }
  )

export type Listing = {
  files: StoredFile[]
  folders: string[]
  /** The number of keys and folders in the response of the object store, including keys of empty folders. */
  keyCount: number
  isTruncated: boolean
  /** Version 1 only. */
  nextMarker?: string
  /** Version 2 only. */
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
  /** In seconds. Default: 900. */
  expires?: number
  /** Makes a browser save the file under its name instead of opening it. */
  download?: boolean
  /** The content type of the response; by default the type that the file was stored with. */
  contentType?: string
}

/**
 * The row of one call. `target` is `object` if the call has the key of one object. The worker then checks
 * this key before it sends anything. `types` never has a value: it only carries the types of the arguments
 * and of the result.
 */
type Row<Call, Value> = { target: 'object' | 'bucket'; types?: { call: Call; value: Value } }
const defineObjectCall = <Call extends ObjectCall, Value>(): Row<Call, Value> => ({ target: 'object' })
const defineBucketCall = <Call, Value>(): Row<Call, Value> => ({ target: 'bucket' })

/**
 * The calls on stored files (specification §7) as data: their arguments and results. The types, the page's
 * calls of its worker and the worker's dispatch derive from this table. A new call needs a row here and a
 * handler in the worker. No screen makes the calls marked "specification only", or lists in version 1.
 */
export const storageCalls = {
  /** Stores an object in one request. Specification only: the app uploads with its engine. */
  put: defineObjectCall<PutCall, WrittenObject>(),
  /** Specification only: the app downloads from a presigned URL. */
  get: defineObjectCall<ObjectCall, StoredObject & { body: Blob }>(),
  /** Requests the metadata of an object. */
  head: defineObjectCall<ObjectCall, StoredObject>(),
  /** Deleting a missing object also succeeds. */
  remove: defineObjectCall<ObjectCall, void>(),
  /** Has two keys, which its handler in the worker checks. */
  copy: defineBucketCall<CopyCall, WrittenObject>(),
  list: defineBucketCall<ListCall, Listing>(),
  /** Specification only: the upload engine has its own call for parts. */
  listParts: defineObjectCall<ListPartsCall, PartListing>(),
  /** Returns the URL of a GET that is already signed. */
  presignedGet: defineObjectCall<PresignedCall, string>(),
  /** Returns the URL of a DELETE that is already signed, so the page can send it without the worker. */
  presignedRemove: defineObjectCall<ObjectCall, string>(),
}

export type StorageCallName = keyof typeof storageCalls
type TypesOf<Name extends StorageCallName> = NonNullable<(typeof storageCalls)[Name]['types']>
export type CallOf<Name extends StorageCallName> = { [N in StorageCallName]: TypesOf<N>['call'] }[Name]
export type ValueOf<Name extends StorageCallName> = { [N in StorageCallName]: TypesOf<N>['value'] }[Name]

/** A call as a function. It makes only one attempt, because the coach is waiting and can try again. */
type StorageCall<Name extends StorageCallName> = (
  call: CallOf<Name>,
  callbacks?: Callbacks<ValueOf<Name>>,
) => CallResult<ValueOf<Name>>

export type StorageCalls = { [N in StorageCallName]: StorageCall<N> }

/** Creates all calls. `create` creates one of them. */
export const mapStorageCalls = (
  create: <N extends StorageCallName>(name: N) => StorageCall<N>,
): StorageCalls => {
  const names = Object.keys(storageCalls).filter((name): name is StorageCallName =>
    Object.hasOwn(storageCalls, name),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.fromEntries` loses the types of the names
  return Object.fromEntries(names.map((name) => [name, create(name)])) as StorageCalls
}
