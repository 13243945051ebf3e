import { publicFiles } from '../../uploads/object-key.ts'
import { accessLevels, type StorageLocation, type AccessLevel } from '../../stored-files/storage-calls.ts'

/**
 * The coach's own files by access level, the most restrictive first, and the public files of all coaches,
 * which are read-only.
 */
export const views = [...[...accessLevels].reverse(), 'everyone'] as const
export type View = (typeof views)[number]

/**
 * What the list shows: the content of a folder, '' or ending with a slash, in a view. The view is called
 * `level` because the search params of the page call it so.
 */
export type FolderLocation = { level: View; folder: string }

/** Returns the location of a view's files, for calls of the object store. */
export const toStorageLocation = (view: View): StorageLocation =>
  view === 'everyone' ? publicFiles : { level: view }

/** Returns the access level of a view's files. */
export const toLevel = (view: View): AccessLevel => (view === 'everyone' ? 'public' : view)

export const isSameLocation = (a: FolderLocation, b: FolderLocation): boolean =>
  a.level === b.level && a.folder === b.folder
