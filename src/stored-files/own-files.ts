import { mapConcurrently } from '../lib/async/map-concurrently.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { AccessLevel, StorageCalls, StorageCallFailure, StoredFile } from './storage-calls.ts'

/** A file that the signed-in coach has stored, and its access level. */
export type OwnFile = StoredFile & { level: AccessLevel }

const allLevels: readonly AccessLevel[] = ['private', 'protected', 'public']

/** Lists all files of the signed-in coach at one level, page by page. */
const listFilesAtLevel = async (
  storage: Pick<StorageCalls, 'list'>,
  level: AccessLevel,
): Promise<Result<OwnFile[], StorageCallFailure>> => {
  const files: OwnFile[] = []
  const usedTokens = new Set<string>()
  let token: string | undefined
  for (;;) {
    const listing = await storage.list({ level, ...(token !== undefined && { continuationToken: token }) })
    if (!listing.ok) return listing
    files.push(...listing.value.files.map((file) => ({ ...file, level })))
    // The token of the next page, or undefined after the last page.
    token = listing.value.nextContinuationToken
    if (token === undefined) return ok(files)
    // Without this check, the list of an object store that repeats its pages would never end.
    if (usedTokens.has(token)) return fail({ kind: 'refused', code: 'EndlessList' })
    usedTokens.add(token)
  }
}

/** Lists all files of the signed-in coach, at all access levels. Returns the first failure. */
export const listOwnFiles = async (
  storage: Pick<StorageCalls, 'list'>,
): Promise<Result<OwnFile[], StorageCallFailure>> => {
  const files: OwnFile[] = []
  for (const level of allLevels) {
    const listing = await listFilesAtLevel(storage, level)
    if (!listing.ok) return listing
    files.push(...listing.value)
  }
  return ok(files)
}

/**
 * Deletes files permanently, a few at a time, without an undo. `onProgress` receives the number of requests
 * that have ended so far, including failed ones. Resolves to the files that still exist.
 */
export const deleteWithoutUndo = async (
  storage: Pick<StorageCalls, 'remove'>,
  files: readonly OwnFile[],
  onProgress: (count: number) => void,
): Promise<OwnFile[]> => {
  let endedCount = 0
  const areDeleted = await mapConcurrently(files, async ({ level, key }) => {
    const result = await storage.remove({ level, key })
    endedCount += 1
    onProgress(endedCount)
    // `not-found`: another device has deleted the file.
    return result.ok || result.error.kind === 'not-found'
  })
  return files.filter((_, index) => !areDeleted[index])
}
