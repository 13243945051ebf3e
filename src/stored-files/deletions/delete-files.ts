import { mapConcurrently } from '../../lib/async/map-concurrently.ts'
import { ok } from '../../lib/result.ts'
import type { CallResult, StorageCalls, StorageProblem } from '../storage-calls.ts'
import { type PendingDeletion, fileName, type DeletionRecords } from './deletion-records.ts'

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

type Deps = DeletionDeps & { records: Pick<DeletionRecords, 'others' | 'read' | 'remove' | 'whenLeft'> }

/** Hides the files until it is known what became of them. */
type Screen = Record<'hide' | 'show', (files: readonly PendingDeletion[]) => void> & {
  /** Everything that earlier tabs left to delete is hidden. */
  ready: () => void
}

const noScreen: Screen = { hide: () => undefined, show: () => undefined, ready: () => undefined }

/** Whether another tab has deleted a file. */
const isGone =
  ({ head }: DeletionDeps['storage']): Remove =>
  async ({ level, key }) => {
    const found = await head({ level, key, mayBeMissing: true })
    return ok(!found.ok && found.error.kind === 'not-found')
  }

/**
 * Completes the deletions of closed tabs at once. An open tab can undo its deletions, so they are awaited.
 * Files that could not be deleted stay recorded for the next try, unless `onFailed` informs the coach.
 */
export const finishEarlier = async (deps: Deps, { hide, show, ready }: Screen = noScreen): Promise<void> => {
  const { storage, records, onFailed } = deps
  const names = await records.others()
  const earlier = await Promise.all(names.map(async (name) => ({ name, pending: await records.read(name) })))
  hide(earlier.flatMap(({ pending }) => pending))
  ready()
  const finish = async ({ name, pending }: (typeof earlier)[number]) => {
    const complete = async () => {
      // The tab of this record may have deleted or restored them meanwhile.
      const left = new Set((await records.read(name)).map(fileName))
      const remove: Remove = (file) => (left.has(fileName(file)) ? removeIfSame : isGone)(storage)(file)
      const failed = await deleteFiles(deps, pending, remove)
      if (failed.length === 0 || onFailed) await records.remove(name)
    }
    let working: Promise<void> | undefined
    const work = () => {
      working = complete()
      return working
    }
    // Another page may take the lock away: a deletion that has begun still completes, and the files are shown
    // again.
    await records.whenLeft(name, work).catch(() => working)
    show(pending)
  }
  await Promise.all(earlier.map(finish))
}
