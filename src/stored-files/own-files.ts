import { mapConcurrently } from '../lib/async/map-concurrently.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { StorageCalls, StorageProblem, StoredFile, AccessLevel } from './storage-calls.ts'

/** A file that the signed-in coach has stored, at one of their levels. */
export type OwnFile = StoredFile & { level: AccessLevel }

const levels: readonly AccessLevel[] = ['private', 'protected', 'public']

export const listOwnFiles = async (
  storage: Pick<StorageCalls, 'list'>,
): Promise<Result<OwnFile[], StorageProblem>> => {
  const files: OwnFile[] = []
  for (const level of levels) {
    const seen = new Set<string>()
    let next: string | undefined
    do {
      const page = await storage.list({ level, ...(next !== undefined && { continuationToken: next }) })
      if (!page.ok) return page
      files.push(...page.value.files.map((file) => ({ ...file, level })))
      next = page.value.nextContinuationToken
      // A store that repeats its pages would be listed endlessly.
      if (next !== undefined && seen.has(next)) return fail({ kind: 'refused', code: 'EndlessList' })
      if (next !== undefined) seen.add(next)
    } while (next !== undefined)
  }
  return ok(files)
}

/** Deletes files permanently, a few at a time. Resolves to the files that still exist. */
export const deleteFiles = async (
  storage: Pick<StorageCalls, 'remove'>,
  files: readonly OwnFile[],
  onProgress: (done: number) => void,
): Promise<OwnFile[]> => {
  let done = 0
  const removed = await mapConcurrently(files, async ({ level, key }) => {
    const result = await storage.remove({ level, key })
    done += 1
    onProgress(done)
    return result.ok || result.error.kind === 'not-found'
  })
  return files.filter((_, index) => !removed[index])
}
