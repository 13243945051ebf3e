import * as v from 'valibot'
import { accessLevels } from '../../../stored-files/storage-calls.ts'
import { typedText } from '../../../lib/text/typed-text.ts'
import { levelOf, nameOf, typedFolder, type Place } from '../place.ts'
import { destinationOf, type Transfer } from './transfer.ts'
import type { MessageId } from '../../../i18n/message-id.ts'

export type TransferKind = 'rename' | 'copy' | 'move'
/**
 * The transfers that are possible in a view: files of other coaches can only be copied, and only a single
 * file can be renamed.
 */
export const transfersOf = ({ mayChange, isOne }: { mayChange: boolean; isOne: boolean }): TransferKind[] => {
  if (!mayChange) return ['copy']
  return isOne ? ['rename', 'copy', 'move'] : ['copy', 'move']
}

/** A requested transfer of files of a folder. */
export type TransferRequest = { kind: TransferKind; keys: readonly string[]; place: Place }

/**
 * Matches the extension of a name: the last dot and what follows, with at least one letter. `Final 2.0` and
 * `.profile` have none.
 */
const ending = /[^.]\.*(\.(?=\d*[a-z])[\da-z]{1,8})$/iu

/**
 * Adds the file's extension to a name without one, because the file would not open otherwise. A name that
 * ends with a dot stays as it is.
 */
const withEnding = (name: string, before: string): string => {
  if (name === '' || name.endsWith('.') || ending.test(name)) return name
  return name + (ending.exec(before)?.[1] ?? '')
}

const texts = v.object({
  level: v.optional(v.picklist(accessLevels)),
  folder: v.optional(v.string()),
  name: v.optional(v.string()),
})

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

/** The form of a request: validates the destination and the new name. */
export const transferForm = ({ kind, keys, place }: TransferRequest) =>
  v.pipe(
    texts,
    v.rawTransform(({ dataset: { value: typed }, addIssue, NEVER }): Transfer => {
      const refuse = (field: 'folder' | 'name', message: MessageId) => {
        const path = {
          type: 'object',
          origin: 'value',
          input: typed,
          key: field,
          value: typed[field],
        } as const
        addIssue({ message, path: [path] })
        return NEVER
      }
      const folder = typed.folder === undefined ? place.folder : typedFolder(typed.folder)
      const before = nameOf(keys[0] ?? '')
      const name =
        typed.name === undefined ? undefined : withEnding(typedText(typed.name).normalize('NFC'), before)
      const inFolder = folderFault(folder)
      const inName = name === undefined ? undefined : nameFault(name, folder)
      const to = { level: typed.level ?? levelOf(place.level), folder }
      const isSame =
        to.level === place.level &&
        keys.every((key) => destinationOf({ to, ...(name !== undefined && { name }) }, key) === key)
      if (inFolder) return refuse('folder', inFolder)
      if (inName) return refuse('name', inName)
      if (isSame) return refuse(kind === 'rename' ? 'name' : 'folder', 'files.browse.samePlace')
      const isNew = name !== undefined && name !== before
      return { kind: kind === 'copy' ? 'copy' : 'move', from: place, keys, to, ...(isNew && { name }) }
    }),
  )
