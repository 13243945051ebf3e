import type { Keeping } from '../../../uploads/task.ts'

/** Where the bytes of a task come from. */
export type Source =
  /** In hand since it was chosen: a restart loses it, unless it has a copy. `copy` is absent until one was tried. */
  | { kind: 'held'; file: File; copy?: Keeping }
  /** Can be read again where it lies. */
  | { kind: 'handle'; handle: FileSystemFileHandle; file?: File }
  /** Only this app's copy of it is left. */
  | { kind: 'copy'; file?: File }
  /** Gone with the worker: the person has to choose it again. */
  | { kind: 'lost' }

/** What outlives the worker. */
export type SavedSource =
  | { kind: 'none' }
  | { kind: 'copy' }
  | { kind: 'handle'; handle: FileSystemFileHandle }

export const hasCopy = (source: Source): boolean =>
  source.kind === 'copy' || (source.kind === 'held' && source.copy?.kind === 'kept')

/** The file, where it is in hand. */
export const fileOf = (source: Source): File | undefined => ('file' in source ? source.file : undefined)

export const savedSource = (source: Source): SavedSource => {
  if (source.kind === 'handle') return { kind: 'handle', handle: source.handle }
  return { kind: hasCopy(source) ? 'copy' : 'none' }
}

/** The source of a task that was chosen, or is restored; `file` is what this worker has in hand of it. */
export const sourceOf = (saved: SavedSource, file?: File): Source => {
  if (saved.kind === 'handle') return { ...saved, ...(file && { file }) }
  if (file) return { kind: 'held', file, ...(saved.kind === 'copy' && { copy: { kind: 'kept' as const } }) }
  return saved.kind === 'copy' ? saved : { kind: 'lost' }
}

type Sourced = { source: Source; saved: { source: SavedSource } }

/** The only place where a source changes, in the worker and in what is saved. */
export const setSource = (task: Sourced, source: Source): void => {
  task.source = source
  task.saved.source = savedSource(source)
}

/** Releases the file of a task that has ended: a browser holds it for as long as it may be read. */
export const dropFile = (task: Sourced): void => setSource(task, sourceOf(task.saved.source))
