import type { AccessLevel } from '../../../uploads/task.ts'

/** Which stored files are on the screen: those of a folder, '' or ending with a slash, inside an access level. */
export type Place = { level: AccessLevel; folder: string }

export const isSamePlace = (a: Place, b: Place): boolean => a.level === b.level && a.folder === b.folder

/** The last part of a key or a folder, as a person calls it. */
export const nameOf = (key: string): string => {
  const path = key.endsWith('/') ? key.slice(0, -1) : key
  return path.slice(path.lastIndexOf('/') + 1)
}

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
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.map((name) => `${name}/`).join('')
}
