import { mapConcurrently } from '../../lib/async/map-concurrently.ts'
import { ok } from '../../lib/result.ts'
import type { CallResult, StorageCalls, StorageCallFailure } from '../storage-calls.ts'
import { getFullName, type DeletionRecords, type PendingDeletion } from './deletion-records.ts'

export type DeletionDeps = {
  storage: Pick<StorageCalls, 'head' | 'remove'>
  /** Removes deleted files from every list. The files stay hidden until it resolves. */
  onDeleted?: (files: readonly PendingDeletion[]) => Promise<void>
  /**
   * Called with the first failure and the files that could not be deleted. The screen shows these files again
   * and informs the coach.
   */
  onFailed?: (failure: StorageCallFailure, files: readonly PendingDeletion[]) => void
}

/** The kinds of failures that end without an action of the coach, or with the next sign-in. */
const temporaryKinds: ReadonlySet<StorageCallFailure['kind']> = new Set([
  'offline',
  'timeout',
  'provider-away',
  'sign-in-needed',
  'broken',
])

/**
 * Whether the same deletion may succeed later. `ForeignAnswer`: something else on the network answered in
 * place of the object store. `status` is 0 if there was no response.
 */
export const isTemporary = ({ kind, code, status = 0 }: StorageCallFailure): boolean =>
  temporaryKinds.has(kind) || code === 'ForeignAnswer' || status >= 500

/** Deletes one file, unless there is a reason to keep it. Resolves to true if the file no longer exists. */
export type RemoveFile = (file: PendingDeletion) => CallResult<boolean>

/**
 * Creates a function that deletes a file only if its ETag is unchanged, because another file may have been
 * stored under its key in the meantime. Fails with `not-found` if the file is deleted already, for example by
 * a request of a page that has closed.
 */
export const removeIfUnchanged =
  ({ head, remove }: DeletionDeps['storage']): RemoveFile =>
  async ({ level, key, eTag }) => {
    const headResult = await head({ level, key, mayBeMissing: true })
    if (!headResult.ok) return headResult
    if (headResult.value.eTag !== eTag) return ok(false)
    const removal = await remove({ level, key })
    return removal.ok ? ok(true) : removal
  }

/**
 * Deletes files permanently. Reports the deleted files, and the first failure if `onFailed` is given.
 * Resolves to the files that could not be deleted.
 */
export const deleteFiles = async (
  { onDeleted, onFailed }: Pick<DeletionDeps, 'onDeleted' | 'onFailed'>,
  files: readonly PendingDeletion[],
  remove: RemoveFile,
): Promise<PendingDeletion[]> => {
  const results = await mapConcurrently(files, async (file) => {
    const result = await remove(file)
    // `not-found`: another device, or the last request of an earlier page, has deleted the file.
    return result.ok || result.error.kind !== 'not-found' ? result : ok(true)
  })
  const deletedFiles = files.filter((_, index) => {
    const result = results[index]
    return result?.ok === true && result.value
  })
  const failedFiles = files.filter((_, index) => results[index]?.ok === false)
  const [failure] = results.flatMap((result) => (result.ok ? [] : [result.error]))
  if (deletedFiles.length > 0) await onDeleted?.(deletedFiles)
  if (failure) onFailed?.(failure, failedFiles)
  return failedFiles
}

type FinishDeps = DeletionDeps & {
  /** The pending deletions of all tabs, as each tab has recorded them on this device. */
  records: Pick<DeletionRecords, 'listOthers' | 'read' | 'remove' | 'runWhenAbandoned'>
}

/** Hides files from the screen until it is known whether they are deleted. */
type FileVisibility = Record<'hide' | 'show', (files: readonly PendingDeletion[]) => void> & {
  /** Called when all files that other tabs still have to delete are hidden. */
  markReady: () => void
}

/** For deletions that are finished at the start of the app, before any screen shows files. */
const noScreen: FileVisibility = { hide: () => undefined, show: () => undefined, markReady: () => undefined }

/** Whether a file no longer exists, because its own tab has deleted it. */
const isDeleted = async (
  { head }: DeletionDeps['storage'],
  { level, key }: PendingDeletion,
): Promise<boolean> => {
  const headResult = await head({ level, key, mayBeMissing: true })
  return !headResult.ok && headResult.error.kind === 'not-found'
}

/** What another tab still had to delete when its record was read. */
type EarlierRecord = { name: string; pending: readonly PendingDeletion[] }

/**
 * Deletes the files of a record whose tab has closed, and removes the record. Resolves to the files that stay
 * recorded for a later attempt.
 */
const completeRecord = async (
  deps: FinishDeps,
  { name, pending }: EarlierRecord,
): Promise<readonly PendingDeletion[]> => {
  const { storage, records } = deps
  // Without `onFailed`, no screen can inform the coach, so every failed deletion is attempted again later.
  let canTryLater = deps.onFailed === undefined
  const onFailed: FinishDeps['onFailed'] = (failure, files) => {
    canTryLater ||= isTemporary(failure)
    if (!canTryLater) deps.onFailed?.(failure, files)
  }
  const removeRemaining = removeIfUnchanged(storage)
  // The tab of this record may have deleted or restored some of the files since the record was read.
  const remainingNames = new Set((await records.read(name)).map(getFullName))
  const remove: RemoveFile = async (file) =>
    remainingNames.has(getFullName(file)) ? removeRemaining(file) : ok(await isDeleted(storage, file))
  const failedFiles = await deleteFiles({ ...deps, onFailed }, pending, remove)
  if (failedFiles.length > 0 && canTryLater) return failedFiles
  await records.remove(name)
  return []
}

/** Completes a record when its tab has closed, or has deleted or restored all files. */
const completeWhenAbandoned = async (
  deps: FinishDeps,
  record: EarlierRecord,
): Promise<readonly PendingDeletion[]> => {
  let deletion: Promise<readonly PendingDeletion[]> | undefined
  const work = () => {
    deletion = completeRecord(deps, record)
    return deletion
  }
  // `runWhenAbandoned` rejects if another tab takes the lock of the record away. A deletion that has started
  // still completes, so it is awaited. If none has started, the other tab completes the record.
  return (await deps.records.runWhenAbandoned(record.name, work).catch(() => deletion)) ?? []
}

/**
 * Completes the deletions that closed tabs left. The deletions of an open tab are only awaited, because the
 * coach can still undo them in that tab. Files that could not be deleted stay hidden and recorded for the
 * next attempt, unless `onFailed` informs the coach of a permanent failure.
 */
export const finishEarlierDeletions = async (
  deps: FinishDeps,
  { hide, show, markReady }: FileVisibility = noScreen,
): Promise<void> => {
  const { records } = deps
  const names = await records.listOthers()
  const earlierRecords = await Promise.all(
    names.map(async (name): Promise<EarlierRecord> => ({ name, pending: await records.read(name) })),
  )
  hide(earlierRecords.flatMap(({ pending }) => pending))
  markReady()
  await Promise.all(
    earlierRecords.map(async (record) => {
      const recordedFiles = new Set(await completeWhenAbandoned(deps, record))
      show(record.pending.filter((file) => !recordedFiles.has(file)))
    }),
  )
}
