import { fail, ok, type Result } from '../../../lib/result.ts'
import type { StorageCalls, StorageCallFailure, AccessLevel } from '../../../stored-files/storage-calls.ts'
import { mapConcurrently } from '../../../lib/async/map-concurrently.ts'
import { getName } from '../file-names.ts'
import { toStorageLocation, type FolderLocation } from '../folder-location.ts'

/** A transfer of files to another folder, another access level or another name. */
export type Transfer = {
  kind: 'copy' | 'move'
  from: FolderLocation
  keys: readonly string[]
  /** Not in the view `everyone`, which is read-only. */
  to: FolderLocation & { level: AccessLevel }
  /** The new name of a single file; without it, files keep their names. */
  name?: string
}

export type TransferFailure = {
  key: string
  cause: StorageCallFailure
  /** Whether the copy was made, and only the deletion of the original failed. */
  isCopied: boolean
}

/** Returns the key of a file after its transfer. */
export const toDestinationKey = ({ to, name }: Pick<Transfer, 'to' | 'name'>, key: string): string =>
  to.folder + (name ?? getName(key))

/**
 * Transfers one file. A move deletes the original only after the copy was made, so no failure loses the file.
 */
const transferFile = async (
  storage: Pick<StorageCalls, 'copy' | 'remove'>,
  transfer: Transfer,
  key: string,
): Promise<Result<void, TransferFailure>> => {
  const { kind, from, to } = transfer
  const copyResult = await storage.copy({
    source: { ...toStorageLocation(from.level), key },
    destination: { level: to.level, key: toDestinationKey(transfer, key) },
    failIfExists: true,
  })
  if (!copyResult.ok) return fail({ key, cause: copyResult.error, isCopied: false })
  if (kind === 'copy') return ok(undefined)
  const removal = await storage.remove({ ...toStorageLocation(from.level), key })
  return removal.ok ? ok(undefined) : fail({ key, cause: removal.error, isCopied: true })
}

/** Copies or moves files without overwriting any file. Resolves to the failures. */
export const transferFiles = async (
  storage: Pick<StorageCalls, 'copy' | 'remove'>,
  transfer: Transfer,
): Promise<TransferFailure[]> => {
  const results = await mapConcurrently(transfer.keys, (key) => transferFile(storage, transfer, key))
  return results.flatMap((result) => (result.ok ? [] : [result.error]))
}
