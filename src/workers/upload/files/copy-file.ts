import { isQuotaExceeded } from '../../../platform/storage/free-space.ts'

/**
 * Opens the folder of the origin private file system that holds the copies. The id of a task is the name of
 * its copy.
 */
export const openCopiesFolder = async (
  storage: Pick<StorageManager, 'getDirectory'>,
): Promise<FileSystemDirectoryHandle> =>
  (await storage.getDirectory()).getDirectoryHandle('upload-copies', { create: true })

/** How much is read and written at a time. Only one chunk of a copy is in memory. */
const chunkBytes = 1024 * 1024

/**
 * The longest pause between two chunks. A restart loses the file until its copy is complete, so pauses must
 * not double the time of a copy on a busy device.
 */
const maxPauseMs = 100

/**
 * Pauses for as long as the last chunk took, up to a limit, so that the upload can use the storage and the
 * processor.
 */
const pause = (startedAt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(performance.now() - startedAt, maxPauseMs)))

/**
 * Why there is no copy: no room on this device (`full`), a file that changed or vanished (`unreadable`), or a
 * browser that cannot store the copy (`unsupported`).
 */
export type CopyFailure = 'full' | 'unreadable' | 'unsupported'

/**
 * Reads a chunk of a file. Resolves to undefined if the file can no longer be read. Does not reject, so every
 * error that `copyFile` catches means that the copy cannot be written.
 */
const readChunk = async (file: File, start: number): Promise<ArrayBuffer | undefined> =>
  file
    .slice(start, start + chunkBytes)
    .arrayBuffer()
    .catch(() => undefined)

/** Writes a file to the copy that `access` has opened. Resolves to undefined if that succeeds. */
const writeCopy = async (
  file: File,
  access: FileSystemSyncAccessHandle,
): Promise<CopyFailure | undefined> => {
  access.truncate(0)
  for (let start = 0; start < file.size; start += chunkBytes) {
    const startedAt = performance.now()
    const bytes = await readChunk(file, start)
    if (bytes === undefined) return 'unreadable'
    if (access.write(bytes, { at: start }) < bytes.byteLength) return 'full'
    await pause(startedAt)
  }
  // Writes the bytes to the disk. Without this, a copy that is recorded as complete could have gaps if the
  // phone's battery dies.
  access.flush()
  return undefined
}

/**
 * Copies a file into the folder of copies under the id of its task. Resolves to undefined when the whole copy
 * is saved. Writing and flushing are synchronous, so this runs in a worker that does nothing else.
 */
export const copyFile = async (id: string, file: File): Promise<CopyFailure | undefined> => {
  try {
    const folder = await openCopiesFolder(navigator.storage)
    const handle = await folder.getFileHandle(id, { create: true })
    const access = await handle.createSyncAccessHandle()
    try {
      return await writeCopy(file, access)
    } finally {
      access.close()
    }
  } catch (error) {
    return isQuotaExceeded(error) ? 'full' : 'unsupported'
  }
}
