import { mapConcurrently } from '../../lib/async/map-concurrently.ts'
import { ok } from '../../lib/result.ts'
import type { CallResult, StorageCalls, StorageProblem } from '../storage-calls.ts'
import type { PendingDeletion } from './deletion-records.ts'

export type DeletionDeps = {
  storage: Pick<StorageCalls, 'head' | 'remove'>
  /** Takes deleted files off every list. The files stay hidden until it resolves. */
  onGone?: (files: readonly PendingDeletion[]) => Promise<void>
  /** Called with the files that could not be deleted: the screen shows them again and informs the coach. */
  onFailed?: (problem: StorageProblem, files: readonly PendingDeletion[]) => void
}

/** Deletes one file. Resolves to whether it is gone. */
export type Remove = (file: PendingDeletion) => CallResult<boolean>

/**
 * Deletes a file only if its ETag is unchanged: another file may have been stored under its key since. A
 * request of a page that has closed may have deleted it already.
 */
export const removeIfSame =
  ({ head, remove }: DeletionDeps['storage']): Remove =>
  async ({ level, key, eTag }) => {
    const found = await head({ level, key, mayBeMissing: true })
    if (!found.ok) return found
    if (found.value.eTag !== eTag) return ok(false)
    const removed = await remove({ level, key })
    return removed.ok ? ok(true) : removed
  }

/** Deletes files permanently and reports which are gone. Resolves to the files that could not be deleted. */
export const deleteFiles = async (
  { onGone, onFailed }: Pick<DeletionDeps, 'onGone' | 'onFailed'>,
  files: readonly PendingDeletion[],
  remove: Remove,
): Promise<PendingDeletion[]> => {
  const results = await mapConcurrently(files, async (file) => {
    const result = await remove(file)
    // Another device, or the last request of an earlier page, may have deleted it.
    return result.ok || result.error.kind !== 'not-found' ? result : ok(true)
  })
  const where = (is: (result: Awaited<ReturnType<Remove>> | undefined) => boolean) =>
    files.filter((_, index) => is(results[index]))
  const gone = where((result) => result?.ok === true && result.value)
  const failed = where((result) => result?.ok === false)
  const [problem] = results.flatMap((result) => (result.ok ? [] : [result.error]))
  if (gone.length > 0) await onGone?.(gone)
  if (problem) onFailed?.(problem, failed)
  return failed
}
