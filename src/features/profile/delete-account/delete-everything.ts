import { fail, type Result } from '../../../lib/result.ts'
import type { FinishedDeletion } from '../../../session/account-deletion.ts'
import type { AuthFailure } from '../../../session/auth-failure.ts'
import { deleteWithoutUndo, listOwnFiles } from '../../../stored-files/own-files.ts'
import type { StorageCalls } from '../../../stored-files/storage-calls.ts'

/** The files that are still in the cloud: their names, or undefined if not even the list could be read. */
export type FilesLeft = { names: readonly string[] | undefined }

/** The calls that a deletion makes. */
export type DeletionCalls = {
  checkPassword: (password: string) => Promise<Result<void, AuthFailure>>
  /** Ends the uploads of this device. */
  endUploads: () => Promise<void>
  storage: Pick<StorageCalls, 'list' | 'remove'>
  deleteAccount: (
    password: string,
    filesLeft: FilesLeft['names'],
  ) => Promise<Result<FinishedDeletion, AuthFailure>>
}

type Listener = {
  onProgress: (progress: { done: number; total: number }) => void
  /** Called if files remain, or if it is unknown whether files remain. */
  onFilesLeft: (filesLeft: FilesLeft) => void
}

export type DeletionFailure = AuthFailure | { message: 'deleteAccount.stopped' }

/** Deletes the coach's files in the cloud. Resolves to the files that could not be deleted. */
const deleteOwnFiles = async (
  storage: DeletionCalls['storage'],
  onProgress: Listener['onProgress'],
): Promise<FilesLeft> => {
  const files = await listOwnFiles(storage)
  if (!files.ok) return { names: undefined }
  const total = files.value.length
  const remainingFiles = await deleteWithoutUndo(storage, files.value, (done) => onProgress({ done, total }))
  return { names: remainingFiles.map(({ key }) => key) }
}

/**
 * Deletes the files of a coach, and then the account. The files come first, because deleting them needs the
 * credentials of the account. If files remain, the account is not deleted, unless the coach has agreed to
 * leave the files.
 */
export const deleteEverything = async (
  { checkPassword, endUploads, storage, deleteAccount }: DeletionCalls,
  { password, leaveFiles }: { password: string; leaveFiles: boolean },
  { onProgress, onFilesLeft }: Listener,
): Promise<Result<FinishedDeletion, DeletionFailure>> => {
  const passwordResult = await checkPassword(password)
  if (!passwordResult.ok) return passwordResult
  // An upload that finished after the files were listed would leave a file that outlives the account.
  await endUploads()
  const filesLeft = await deleteOwnFiles(storage, onProgress)
  // `names` is undefined if the list could not be read, so files may remain.
  if (filesLeft.names?.length !== 0) {
    onFilesLeft(filesLeft)
    if (!leaveFiles) return fail({ message: 'deleteAccount.stopped' })
  }
  return deleteAccount(password, filesLeft.names)
}
