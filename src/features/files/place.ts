import { shownName } from '../../lib/text/shown-name.ts'
import { typedText } from '../../lib/text/typed-text.ts'
import { publicFiles } from '../../uploads/object-key.ts'
import { accessLevels, type StorageLocation, type AccessLevel } from '../../stored-files/storage-calls.ts'
import type { Translate } from '../../i18n/translate.ts'

/** The coach's own files by access level, and the public files of all coaches, which are read-only. */
export const views = [...[...accessLevels].reverse(), 'everyone'] as const
export type View = (typeof views)[number]

/** The stored files on the screen: the content of a folder, '' or ending with a slash, in a view. */
export type Place = { level: View; folder: string }

export const locationOf = (level: View): StorageLocation => (level === 'everyone' ? publicFiles : { level })

export const levelOf = (level: View): AccessLevel => (level === 'everyone' ? 'public' : level)

/** An identity, which names the folders of all coaches' files: `us-east-1:` and a UUID. */
const identity = /^[\w-]+:([\da-f]{6})[\da-f]{2}-[\da-f-]{27}$/

/** A short code that distinguishes the owner of a folder, if the folder is named by an identity. */
const ownerOf = (name: string): string | undefined => identity.exec(name)?.[1]

/**
 * The displayed name of a folder. The folder of another coach is named by an identity, which means nothing to
 * a person.
 */
export const folderText = (name: string, t: Translate): string => {
  const owner = ownerOf(name)
  return owner === undefined ? name : t('files.browse.coachFolder', { id: owner })
}

export const isSamePlace = (a: Place, b: Place): boolean => a.level === b.level && a.folder === b.folder

/** The last part of a key or a folder. */
export const nameOf = (key: string): string => {
  const path = key.endsWith('/') ? key.slice(0, -1) : key
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The same name, as displayed. */
export const shownNameOf = (key: string): string => shownName(nameOf(key))

/** A folder and all its parents, the outermost first. */
export const trailOf = (folder: string): string[] =>
  [...folder.matchAll(/\//g)].map(({ index }) => folder.slice(0, index + 1))

/** Converts a folder that a person typed to its stored form: `/a//b ` is `a/b/`. */
export const typedFolder = (text: string): string => {
  const names = text
    .normalize('NFC')
    .split('/')
    .map(typedText)
    .filter((name) => name !== '')
  return names.map((name) => `${name}/`).join('')
}
