import { shownName } from '../../../lib/shown-name.ts'
import { typedText } from '../../../lib/typed-text.ts'
import { publicFiles } from '../../../uploads/object-key.ts'
import type { StorageLocation } from '../../../uploads/storage-calls.ts'
import { accessLevels, type AccessLevel } from '../../../uploads/task.ts'

/** One's own files by access level, and what all coaches have made public: that can only be looked at. */
export const views = [...[...accessLevels].reverse(), 'everyone'] as const
export type View = (typeof views)[number]

/** Which stored files are on the screen: those of a folder, '' or ending with a slash, in a view. */
export type Place = { level: View; folder: string }

/** Where the files of a view lie. */
export const locationOf = (level: View): StorageLocation => (level === 'everyone' ? publicFiles : { level })

/** The access level of the files of a view. */
export const levelOf = (level: View): AccessLevel => (level === 'everyone' ? 'public' : level)

/** An identity, as folders of the files of all coaches are called: `us-east-1:` and a UUID. */
const identity = /^[\w-]+:([\da-f]{6})[\da-f]{2}-[\da-f-]{27}$/

/** What tells the owner of a folder from others, where it is called by an identity. */
export const ownerOf = (name: string): string | undefined => identity.exec(name)?.[1]

export const isSamePlace = (a: Place, b: Place): boolean => a.level === b.level && a.folder === b.folder

/** The last part of a key or a folder, as a person calls it. */
export const nameOf = (key: string): string => {
  const path = key.endsWith('/') ? key.slice(0, -1) : key
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The same as it is shown. */
export const shownNameOf = (key: string): string => shownName(nameOf(key))

/** The folder that a key or a folder lies in. */
export const folderOf = (key: string): string => {
  const path = key.endsWith('/') ? key.slice(0, -1) : key
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** A folder and all that it lies in, the outermost first. */
export const trailOf = (folder: string): string[] =>
  [...folder.matchAll(/\//g)].map(({ index }) => folder.slice(0, index + 1))

/** A folder as it is stored, from what a person typed: `/a//b ` is `a/b/`. */
export const typedFolder = (text: string): string => {
  const names = text
    .normalize('NFC')
    .split('/')
    .map(typedText)
    .filter((name) => name !== '')
  return names.map((name) => `${name}/`).join('')
}
