import { fail, ok, type Result } from '../lib/result.ts'
import { toPrintedName } from '../lib/text/printed-name.ts'
import { toSafeFileName } from '../lib/text/safe-file-name.ts'
import type { AccessLevel, Prefixes, StorageLocation } from '../stored-files/storage-calls.ts'
import type { ChosenFile, Destination, FileRefusal } from './commands.ts'
import { maxFileSize } from './plan-parts.ts'

/** The first part of a key, by access level (specification §6). */
const defaultPrefixes: Prefixes = { public: 'public/', protected: 'protected/', private: 'private/' }

/**
 * Returns the prefix of all keys of a location: the access level and the identity of the owner. An identity
 * is the id of a coach at the identity pool; `ownIdentity` is that of the signed-in coach. Public keys also
 * contain it, because other coaches may not change the files. A public prefix that the location sets replaces
 * both.
 */
export const getKeyPrefix = (location: StorageLocation, ownIdentity: string): string => {
  const { level = 'public', identityId = ownIdentity, prefixes = {} } = location
  if (level === 'public' && prefixes.public !== undefined) return prefixes.public
  return `${prefixes[level] ?? defaultPrefixes[level]}${identityId}/`
}

/** The location of the public files of all coaches, for reading: the keys begin with the owner's identity. */
export const publicFiles = { level: 'public', prefixes: { public: defaultPrefixes.public } } as const

/**
 * The maximum length of a key inside its level, in bytes of UTF-8: S3's limit for a whole key, minus the room
 * for `protected/<region>:<uuid>/` and for a number before the extension.
 */
const maxKeyBytes = 1024 - 110

/** Returns the full key of a file in the bucket. */
export const buildObjectKey = (level: AccessLevel, identityId: string, key: string): string =>
  getKeyPrefix({ level }, identityId) + key

type KeyParts = { name: string; path?: string | undefined; folder?: Destination['folder'] }

/**
 * Returns the key for a chosen file inside its level: its name, below the folders that were dropped with it.
 * It is in Unicode's composed form (NFC), so that a name has the same key on every system, and without
 * characters that would change the path of a URL. The destination folder exists in the object store already,
 * so it stays as it is spelled.
 */
export const getKey = ({ name, path = '', folder = '' }: KeyParts): string =>
  folder + [...path.split('/').slice(0, -1), name].map(toSafeFileName).filter(Boolean).join('/')

/** Returns the folder of a key: '', or a path that ends with a slash. */
export const getFolder = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)

/**
 * Whether a folder is '' or ends with a slash, and has no segment `.` or `..`: a browser removes those from the
 * URL of a file, which then leads elsewhere.
 */
const isSafeFolder = (folder: string): boolean =>
  getFolder(folder) === folder && !folder.split('/').some((name) => name === '.' || name === '..')

type CheckedFile = Pick<ChosenFile, 'path'> & { file: Pick<File, 'name' | 'size'> }

/** Fails if a file has no name, its folder is not safe in a URL, or its key or size exceeds the limits of S3. */
export const validateFile = ({ file, path }: CheckedFile, folder = ''): Result<void, FileRefusal> => {
  if (toPrintedName(file.name) === '') return fail('name-missing')
  if (!isSafeFolder(folder)) return fail('folder-without-address')
  const key = getKey({ name: file.name, path, folder })
  if (new TextEncoder().encode(key).length > maxKeyBytes) return fail('key-too-long')
  if (file.size > maxFileSize) return fail('too-large')
  return ok(undefined)
}

/** Splits a key before the dot of its extension. The dot at the beginning of `.name` begins no extension. */
const splitExtension = (key: string): [stem: string, extension: string] => {
  const dot = key.lastIndexOf('.')
  return dot > key.lastIndexOf('/') + 1 ? [key.slice(0, dot), key.slice(dot)] : [key, '']
}

/** Returns the key with the beginning of an id before its extension: `match 5b0c1f2e.mp4`. */
export const addIdToKey = (key: string, id: string): string => {
  const [stem, extension] = splitExtension(key)
  return `${stem} ${id.slice(0, 8)}${extension}`
}

/** Returns the key if it is free, otherwise the first free one with a number: `match (2).mp4`. */
export const findFreeKey = (key: string, isTaken: (key: string) => boolean): string => {
  const [stem, extension] = splitExtension(key)
  let freeKey = key
  for (let number = 2; isTaken(freeKey); number++) freeKey = `${stem} (${number})${extension}`
  return freeKey
}
