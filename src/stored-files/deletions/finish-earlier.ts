import { ok } from '../../lib/result.ts'
import { deleteFiles, removeIfSame, type DeletionDeps, type Remove } from './delete-files.ts'
import { fileName, type DeletionRecords, type PendingDeletion } from './deletion-records.ts'

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
