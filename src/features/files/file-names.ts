import type { Translate } from '../../i18n/translate.ts'
import { cleanText } from '../../lib/text/clean-text.ts'
import { toDisplayName } from '../../lib/text/display-name.ts'

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
