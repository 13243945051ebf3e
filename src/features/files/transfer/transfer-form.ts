import * as v from 'valibot'
import { accessLevels } from '../../../stored-files/storage-calls.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { toPrintedName } from '../../../lib/text/printed-name.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { getName, parseFolder } from '../file-names.ts'
import { toLevel, type FolderLocation } from '../folder-location.ts'
import { toDestinationKey, type Transfer } from './transfer.ts'

/**
 * `rename` moves a file to another name. `share` moves files to the same folder of another access level.
 */
export type TransferKind = 'rename' | 'copy' | 'move' | 'share'

type Options = {
  /** False for files of other coaches, which can only be copied. */
  canChange: boolean
  /** Only a single file can be renamed. */
  isSingle: boolean
}

/** Lists the possible transfers of files. */
export const getPossibleTransfers = ({ canChange, isSingle }: Options): TransferKind[] => {
  if (!canChange) return ['copy']
  return isSingle ? ['rename', 'copy', 'move', 'share'] : ['copy', 'move', 'share']
}

/** A requested transfer of files in `location`. */
export type TransferRequest = { kind: TransferKind; keys: readonly string[]; location: FolderLocation }

/**
 * Matches the extension of a name: the last dot and what follows, with at least one letter. `Final 2.0` and
 * `.profile` have none.
 */
const extensionPattern = /[^.]\.*(\.(?=\d*[a-z])[\da-z]{1,8})$/iu

/**
 * Adds the original extension to a name without one, because other programs recognise a file by its
 * extension. A name stays as it is if it ends with a dot, or has no visible characters, which is an error.
 */
const withExtension = (name: string, originalName: string): string => {
  if (toPrintedName(name) === '' || name.endsWith('.') || extensionPattern.test(name)) return name
  return name + (extensionPattern.exec(originalName)?.[1] ?? '')
}

/**
 * The fields of the form. A rename has only the name, and a share only the level. A copy and a move have the
 * level and the folder, and for a single file also the name.
 */
const fieldsSchema = v.object({
  level: v.optional(v.picklist(accessLevels)),
  folder: v.optional(v.string()),
  name: v.optional(v.string()),
})

/**
 * The maximum length of a key in UTF-8: the limit of S3, less the longest prefix
 * (`protected/<region>:<uuid>/`).
 */
const maxKeyBytes = 1024 - 64

const isTooLong = (key: string): boolean => new TextEncoder().encode(key).length > maxKeyBytes

/** Finds the error in a file name that a coach typed, or undefined if there is none. */
export const findNameError = (name: string, folder: string): MessageId | undefined => {
  if (toPrintedName(name) === '') return 'files.browse.nameMissing'
  if (name.includes('/')) return 'files.browse.nameSlash'
  if (name === '.' || name === '..') return 'files.browse.nameDots'
  return isTooLong(folder + name) ? 'files.browse.nameLong' : undefined
}

/**
 * Finds the error in a folder that a coach typed ('' or ending with a slash), or undefined if there is none.
 */
export const findFolderError = (folder: string): MessageId | undefined => {
  if (folder.split('/').some((name) => name === '.' || name === '..')) return 'files.browse.nameDots'
  return isTooLong(folder) ? 'files.browse.nameLong' : undefined
}

type FieldError = { field: 'level' | 'folder' | 'name'; message: MessageId }

/** Where and how the form reports that the transfer would change nothing. */
const unchangedErrors = {
  rename: { field: 'name', message: 'files.browse.samePlace' },
  copy: { field: 'folder', message: 'files.browse.samePlace' },
  move: { field: 'folder', message: 'files.browse.samePlace' },
  share: { field: 'level', message: 'files.browse.sameLevel' },
} as const satisfies Record<TransferKind, FieldError>

type Fields = v.InferOutput<typeof fieldsSchema>
type TransferDestination = Pick<Transfer, 'to' | 'name'>

/** Converts the fields to the destination of the files. An absent level or folder stays as it is. */
const toDestination = (fields: Fields, { keys, location }: TransferRequest): TransferDestination => {
  const level = fields.level ?? toLevel(location.level)
  const folder = fields.folder === undefined ? location.folder : parseFolder(fields.folder)
  const to = { level, folder }
  if (fields.name === undefined) return { to }
  const typedName = cleanText(fields.name).normalize('NFC')
  return { to, name: withExtension(typedName, getName(keys[0] ?? '')) }
}

/** Finds the first error in the destination of a request, or undefined if there is none. */
const findError = (
  { kind, keys, location }: TransferRequest,
  destination: TransferDestination,
): FieldError | undefined => {
  const { to, name } = destination
  const folderError = findFolderError(to.folder)
  if (folderError) return { field: 'folder', message: folderError }
  const nameError = name === undefined ? undefined : findNameError(name, to.folder)
  if (nameError) return { field: 'name', message: nameError }
  const isUnchanged =
    to.level === location.level && keys.every((key) => toDestinationKey(destination, key) === key)
  return isUnchanged ? unchangedErrors[kind] : undefined
}

/** Creates the schema of the form for a request: it validates the destination and the new name. */
export const createTransferSchema = (request: TransferRequest) =>
  v.pipe(
    fieldsSchema,
    v.rawTransform(({ dataset: { value: fields }, addIssue, NEVER }): Transfer => {
      const { kind, keys, location } = request
      const destination = toDestination(fields, request)
      const error = findError(request, destination)
      if (error) {
        const { field: key, message } = error
        // Reports the error at its field.
        const path = { type: 'object', origin: 'value', input: fields, key, value: fields[key] } as const
        addIssue({ message, path: [path] })
        return NEVER
      }
      const { to, name } = destination
      // A rename and a share are moves.
      const transferKind = kind === 'copy' ? 'copy' : 'move'
      const isRenamed = name !== undefined && name !== getName(keys[0] ?? '')
      return { kind: transferKind, from: location, keys, to, ...(isRenamed && { name }) }
    }),
  )
