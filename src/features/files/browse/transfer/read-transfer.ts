import * as v from 'valibot'
import { accessLevels } from '../../../../uploads/task.ts'
import { folderFault, nameFault } from './check-name.ts'
import { nameOf, typedFolder, type Place } from '../place.ts'
import { destinationOf, type Transfer } from './transfer.ts'
import type { MessageId } from '../../../../i18n/message-id.ts'

export type TransferKind = 'rename' | 'copy' | 'move'
type Asked = { kind: TransferKind; keys: readonly string[]; place: Place }
export type TransferFaults = { name?: MessageId; folder?: MessageId }

const texts = v.object({
  level: v.optional(v.picklist(accessLevels)),
  folder: v.optional(v.string()),
  name: v.optional(v.string()),
})

/** What a person asks for: where to, and under which name; or what is wrong with it, by field. */
export const readTransfer = (
  { kind, keys, place }: Asked,
  data: unknown,
): { transfer: Transfer } | { faults: TransferFaults } => {
  const typed = v.parse(texts, data)
  const folder = typed.folder === undefined ? place.folder : typedFolder(typed.folder)
  const name = typed.name?.normalize('NFC').trim()
  const inFolder = folderFault(folder)
  const inName = name === undefined ? undefined : nameFault(name, folder)
  const to = { level: typed.level ?? place.level, folder }
  const isSame =
    to.level === place.level &&
    keys.every((key) => destinationOf({ to, ...(name !== undefined && { name }) }, key) === key)
  if (inFolder) return { faults: { folder: inFolder } }
  if (inName) return { faults: { name: inName } }
  if (isSame) return { faults: { [kind === 'rename' ? 'name' : 'folder']: 'files.browse.samePlace' } }
  const isNew = name !== undefined && name !== nameOf(keys[0] ?? '')
  return {
    transfer: {
      kind: kind === 'copy' ? 'copy' : 'move',
      from: place,
      keys,
      to,
      ...(isNew && { name }),
    },
  }
}
