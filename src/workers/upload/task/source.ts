import type { CopyStatus } from '../../../uploads/task.ts'

/** The source of a task's bytes. */
export type Source =
  /**
   * The worker has held the file since it was chosen, so a restart loses it, unless there is a copy. `copy`
   * is absent until a copy was attempted.
   */
  | { kind: 'held'; file: File; copy?: CopyStatus }
  /** The file can be opened again through its handle. `file` is absent until it is opened. */
  | { kind: 'handle'; handle: FileSystemFileHandle; file?: File }
  /** Only this app's copy of the file is left. `file` is absent until the copy is opened. */
  | { kind: 'copy'; file?: File }
  /** The file was lost with the worker, so the coach has to choose it again. */
  | { kind: 'lost' }

/** The part of a source that outlives the worker. */
export type SavedSource =
  /** No copy and no handle: only the worker held the file, or it is lost. */
  { kind: 'none' } | { kind: 'copy' } | { kind: 'handle'; handle: FileSystemFileHandle }

/** Whether this app has a complete copy of the file. */
export const hasCopy = (source: Source): boolean =>
  source.kind === 'copy' || (source.kind === 'held' && source.copy?.kind === 'kept')

/** Returns the file if this worker holds it already, so that it does not have to be opened. */
export const findFile = (source: Source): File | undefined => ('file' in source ? source.file : undefined)

export const toSavedSource = (source: Source): SavedSource => {
  if (source.kind === 'handle') return { kind: 'handle', handle: source.handle }
  return { kind: hasCopy(source) ? 'copy' : 'none' }
}

/** Returns the source of a chosen or restored task. `file` is the file, if this worker holds it. */
export const toSource = (saved: SavedSource, file?: File): Source => {
  if (saved.kind === 'handle') return { ...saved, ...(file && { file }) }
  if (file) return { kind: 'held', file, ...(saved.kind === 'copy' && { copy: { kind: 'kept' as const } }) }
  return saved.kind === 'copy' ? saved : { kind: 'lost' }
}

type TaskWithSource = { source: Source; saved: { source: SavedSource } }

/** Changes the source of a task, in the worker and in the saved row. No other function changes a source. */
export const setSource = (task: TaskWithSource, source: Source): void => {
  task.source = source
  task.saved.source = toSavedSource(source)
}

/**
 * Releases the file of a task that has ended. Browsers keep the data of a file for as long as a script has a
 * reference to it.
 */
export const dropFile = (task: TaskWithSource): void => setSource(task, toSource(task.saved.source))
