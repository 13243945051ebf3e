import type { MessageId } from '../../../../i18n/message-id.ts'

/** bytes of UTF-8 that a whole key may have, less the longest prefix (`protected/<region>:<uuid>/`) */
const maximumBytes = 1024 - 64

/** What is wrong with a name that a person gives a file; undefined where nothing is. */
export const nameFault = (name: string, folder: string): MessageId | undefined => {
  if (name === '') return 'files.browse.nameMissing'
  if (name.includes('/')) return 'files.browse.nameSlash'
  if (name === '.' || name === '..') return 'files.browse.nameDots'
  return new TextEncoder().encode(folder + name).length > maximumBytes ? 'files.browse.nameLong' : undefined
}

/** What is wrong with a folder that a person types; it ends with a slash, or is empty. */
export const folderFault = (folder: string): MessageId | undefined => {
  if (folder.split('/').some((name) => name === '.' || name === '..')) return 'files.browse.nameDots'
  return new TextEncoder().encode(folder).length > maximumBytes ? 'files.browse.nameLong' : undefined
}
