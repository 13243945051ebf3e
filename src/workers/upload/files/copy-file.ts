import { isQuotaExceeded } from '../../../platform/storage/free-space.ts'

/**
 * The folder of the origin private file system that holds the copies. The id of a task is the name of its
 * copy.
 */
export const copiesFolder = async (
  storage: Pick<StorageManager, 'getDirectory'>,
): Promise<FileSystemDirectoryHandle> =>
  (await storage.getDirectory()).getDirectoryHandle('upload-copies', { create: true })

/** Bytes read and written at a time: the only part of a copy that is in memory. */
const chunkSize = 1024 * 1024

/**
 * ms. The longest pause between two chunks. Until the copy is complete, a restart loses the file, so a busy
 * device must not take twice as long.
 */
const maxPause = 100

/** Leaves disk and processor to the upload for as long as the last chunk used them, up to a limit. */
const pause = (startedAt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(performance.now() - startedAt, maxPause)))

/**
 * Why there is no copy: no room on this device, a file that changed or vanished, or a browser without such
 * storage.
 */
export type CopyFailure = 'full' | 'unreadable' | 'unsupported'

/**
 * Reads a chunk of a file. Resolves to undefined if the file can no longer be read: all other errors of a
 * copy mean that it cannot be written.
 */
const readChunk = async (file: File, start: number): Promise<ArrayBuffer | undefined> =>
  file
    .slice(start, start + chunkSize)
    .arrayBuffer()
    .catch(() => undefined)

const writeCopy = async (
  file: File,
  access: FileSystemSyncAccessHandle,
): Promise<CopyFailure | undefined> => {
  access.truncate(0)
  for (let start = 0; start < file.size; start += chunkSize) {
    const startedAt = performance.now()
    const bytes = await readChunk(file, start)
    if (bytes === undefined) return 'unreadable'
    if (access.write(bytes, { at: start }) < bytes.byteLength) return 'full'
    await pause(startedAt)
  }
  // If a phone's battery dies now, a copy that counts as complete must not have holes.
  access.flush()
  return undefined
}

/**
 * Copies a file into the folder of copies under the id of its task. Resolves to undefined when the whole copy
 * is on the disk. It writes and flushes synchronously, so it runs in a worker that does nothing else.
 */
export const copyFile = async (id: string, file: File): Promise<CopyFailure | undefined> => {
  try {
    const folder = await copiesFolder(navigator.storage)
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
