import { mapConcurrently } from '../lib/async/map-concurrently.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { AccessLevel, StorageCalls, StorageProblem, StoredFile } from './storage-calls.ts'

/** A file that the signed-in coach has stored, at one of their levels. */
export type OwnFile = StoredFile & { level: AccessLevel }

const levels: readonly AccessLevel[] = ['private', 'protected', 'public']

/** Lists all files of the signed-in coach, or fails with the first problem. */
export const listOwnFiles = async (
  storage: Pick<StorageCalls, 'list'>,
): Promise<Result<OwnFile[], StorageProblem>> => {
  const files: OwnFile[] = []
  for (const level of levels) {
    const tokens = new Set<string>()
    let token: string | undefined
    do {
      const page = await storage.list({ level, ...(token !== undefined && { continuationToken: token }) })
      if (!page.ok) return page
      files.push(...page.value.files.map((file) => ({ ...file, level })))
      token = page.value.nextContinuationToken
      // Without this check, the list of an object store that repeats its pages would never end.
      if (token !== undefined && tokens.has(token)) return fail({ kind: 'refused', code: 'EndlessList' })
      if (token !== undefined) tokens.add(token)
    } while (token !== undefined)
  }
  return ok(files)
}

/**
 * Deletes files permanently, a few at a time. `onProgress` receives the number of requests that have ended.
 * Resolves to the files that still exist.
 */
export const deleteFiles = async (
  storage: Pick<StorageCalls, 'remove'>,
  files: readonly OwnFile[],
  onProgress: (count: number) => void,
): Promise<OwnFile[]> => {
  let endedRequests = 0
  const isDeleted = await mapConcurrently(files, async ({ level, key }) => {
    const result = await storage.remove({ level, key })
    endedRequests += 1
    onProgress(endedRequests)
    return result.ok || result.error.kind === 'not-found'
  })
  return files.filter((_, index) => !isDeleted[index])
}
