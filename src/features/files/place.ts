import { toDisplayName } from '../../lib/text/display-name.ts'
import { cleanText } from '../../lib/text/clean-text.ts'
import { publicFiles } from '../../uploads/object-key.ts'
import { accessLevels, type StorageLocation, type AccessLevel } from '../../stored-files/storage-calls.ts'
import type { Translate } from '../../i18n/translate.ts'

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
export type Place = { level: View; folder: string }

/** Returns the location of a view's files, for calls of the object store. */
export const toLocation = (view: View): StorageLocation =>
  view === 'everyone' ? publicFiles : { level: view }

/** Returns the access level of a view's files. */
export const toLevel = (view: View): AccessLevel => (view === 'everyone' ? 'public' : view)

/** Matches an identity, which names the folder of a coach's files: `us-east-1:` and a UUID. */
const identityPattern = /^[\w-]+:([\da-f]{6})[\da-f]{2}-[\da-f-]{27}$/

/**
 * Returns a short code that distinguishes the owner of a folder, or undefined if its name is not an identity.
 */
const findOwnerCode = (name: string): string | undefined => identityPattern.exec(name)?.[1]

/**
 * Returns the displayed name of a folder. The folder of another coach has an identity as its name, which
 * means nothing to a coach, so a short code is shown instead.
 */
export const getFolderText = (name: string, t: Translate): string => {
  const ownerCode = findOwnerCode(name)
  return ownerCode === undefined ? name : t('files.browse.coachFolder', { id: ownerCode })
}

export const isSamePlace = (a: Place, b: Place): boolean => a.level === b.level && a.folder === b.folder

/** Returns the last part of a key or a folder: `a.mp4` of `2026/a.mp4`, and `final` of `2026/final/`. */
export const getName = (key: string): string => {
  const path = key.endsWith('/') ? key.slice(0, -1) : key
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns the extension of a file in lowercase: `mp4` of `2026/a.MP4`, or an empty text if it has none. */
export const getExtension = (key: string): string => /\.([^.]+)$/.exec(getName(key).toLowerCase())?.[1] ?? ''

/** Returns the last part of a key or a folder, for display (`toDisplayName`). */
export const getShownName = (key: string): string => toDisplayName(getName(key))

/** Lists a folder and all its parents, the outermost first. */
export const listFolders = (folder: string): string[] =>
  [...folder.matchAll(/\//g)].map(({ index }) => folder.slice(0, index + 1))

/** Converts a folder that a coach typed to its stored path: `/a//b ` becomes `a/b/`. */
export const parseFolder = (text: string): string => {
  const names = text
    .normalize('NFC')
    .split('/')
    .map(cleanText)
    .filter((name) => name !== '')
  return names.map((name) => `${name}/`).join('')
}
