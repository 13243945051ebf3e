import { fail, ok, type Result } from '../../lib/result.ts'
import type { FileRefusal } from './contract.ts'
import { maximumFileSize } from './engine/plan-parts.ts'
import type { AccessLevel } from './task.ts'

/** What stands before a key, by access level (specification §6). */
export type Prefixes = Record<AccessLevel, (identityId: string) => string>

export const defaultPrefixes: Prefixes = {
  public: () => 'public/',
  protected: (identityId) => `protected/${identityId}/`,
  private: (identityId) => `private/${identityId}/`,
}

/** S3's limit for a whole key, in bytes of UTF-8, with room for `protected/<region>:<uuid>/` and for a date. */
const maximumKeyBytes = 1024 - 110

/** The whole key of a file in the bucket. */
export const objectKey = (level: AccessLevel, identityId: string, key: string): string =>
  defaultPrefixes[level](identityId) + key

/** The key for a chosen file: its name in Unicode's composed form, so that one name is one key on every system. */
export const keyFor = (name: string): string => name.normalize('NFC')

/** Whether a file can become an object (specification §5 and the limits of S3). */
export const checkFile = (file: Pick<File, 'name' | 'size'>): Result<void, FileRefusal> => {
  const key = keyFor(file.name)
  if (key === '') return fail('name-missing')
  if (new TextEncoder().encode(key).length > maximumKeyBytes) return fail('key-too-long')
  if (file.size > maximumFileSize) return fail('too-large')
  return ok(undefined)
}

const cut = (key: string): [stem: string, ending: string] => {
  const dot = key.lastIndexOf('.')
  return dot > 0 ? [key.slice(0, dot), key.slice(dot)] : [key, '']
}

/** The key with a time before its ending: `match 2026-06-01 12.30.05.mp4`. */
export const datedKey = (key: string, time: number): string => {
  const [stem, ending] = cut(key)
  return `${stem} ${new Date(time).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')}${ending}`
}

/** The key with the beginning of an id before its ending: `match 5b0c1f2e.mp4`. */
export const markedKey = (key: string, id: string): string => {
  const [stem, ending] = cut(key)
  return `${stem} ${id.slice(0, 8)}${ending}`
}

/** The key, or with a number before its ending the first one that is not taken: `match (2).mp4`. */
export const freeKey = (key: string, isTaken: (key: string) => boolean): string => {
  const [stem, ending] = cut(key)
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? key : `${stem} (${number})${ending}`
    if (!isTaken(candidate)) return candidate
  }
}
