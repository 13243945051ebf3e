import type { MessageId } from '../../../i18n/message-id.ts'

/** Bytes of UTF-8 that a whole key may have, less the longest prefix (`protected/<region>:<uuid>/`). */
const maximumBytes = 1024 - 64

/** The error in a file name that a person typed; undefined if there is none. */
export const nameFault = (name: string, folder: string): MessageId | undefined => {
  if (name === '') return 'files.browse.nameMissing'
  if (name.includes('/')) return 'files.browse.nameSlash'
  if (name === '.' || name === '..') return 'files.browse.nameDots'
  return new TextEncoder().encode(folder + name).length > maximumBytes ? 'files.browse.nameLong' : undefined
}

/**
 * The error in a folder that a person typed, which ends with a slash or is empty; undefined if there is none.
 */
export const folderFault = (folder: string): MessageId | undefined => {
  if (folder.split('/').some((name) => name === '.' || name === '..')) return 'files.browse.nameDots'
  return new TextEncoder().encode(folder).length > maximumBytes ? 'files.browse.nameLong' : undefined
}
