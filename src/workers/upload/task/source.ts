import type { CopyStatus } from '../../../uploads/task.ts'

/** The source of a task's bytes. */
export type Source =
  /**
   * The file is held in memory since it was chosen: a restart loses it, unless it has a copy. `copy` is
   * absent until a copy was tried.
   */
  | { kind: 'held'; file: File; copy?: CopyStatus }
  /** The file can be read again from its place on the device. */
  | { kind: 'handle'; handle: FileSystemFileHandle; file?: File }
  /** Only this app's copy of the file is left. */
  | { kind: 'copy'; file?: File }
  /** The file was lost with the worker: the person has to choose it again. */
  | { kind: 'lost' }

/** The part of a source that outlives the worker. */
export type SavedSource =
  | { kind: 'none' }
  | { kind: 'copy' }
  | { kind: 'handle'; handle: FileSystemFileHandle }

export const hasCopy = (source: Source): boolean =>
  source.kind === 'copy' || (source.kind === 'held' && source.copy?.kind === 'kept')

/** The file, if this worker can read it without opening it again. */
export const findFile = (source: Source): File | undefined => ('file' in source ? source.file : undefined)

export const savedSource = (source: Source): SavedSource => {
  if (source.kind === 'handle') return { kind: 'handle', handle: source.handle }
  return { kind: hasCopy(source) ? 'copy' : 'none' }
}

/** The source of a chosen or restored task. `file` is the file, if this worker has it in memory. */
export const toSource = (saved: SavedSource, file?: File): Source => {
  if (saved.kind === 'handle') return { ...saved, ...(file && { file }) }
  if (file) return { kind: 'held', file, ...(saved.kind === 'copy' && { copy: { kind: 'kept' as const } }) }
  return saved.kind === 'copy' ? saved : { kind: 'lost' }
}

type TaskWithSource = { source: Source; saved: { source: SavedSource } }

/** The only function that changes a source, both in the worker and in the saved row. */
export const setSource = (task: TaskWithSource, source: Source): void => {
  task.source = source
  task.saved.source = savedSource(source)
}

/** Releases the file of a task that has ended: a browser keeps a file for as long as it may be read. */
export const dropFile = (task: TaskWithSource): void => setSource(task, toSource(task.saved.source))
