import { isQuotaExceeded } from '../../../platform/storage/free-space.ts'

/** The folder of the origin private file system that holds the copies, each named by the id of its task. */
export const copiesFolder = async (
  storage: Pick<StorageManager, 'getDirectory'>,
): Promise<FileSystemDirectoryHandle> =>
  (await storage.getDirectory()).getDirectoryHandle('upload-copies', { create: true })

/** bytes read and written at a time, which is all that a copy has in memory */
const chunk = 1024 * 1024

/** ms; until there is a copy, a restart loses the file: on a device that is busy with other things it must not take twice as long */
const longestRest = 100

/** Leaves disk and processor to the upload for as long as they were just used, within limits. */
const rest = (since: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(performance.now() - since, longestRest)))

/** Why there is no copy: no room on this device, a file that changed or vanished, or a browser without such storage. */
export type CopyFailure = 'full' | 'unreadable' | 'unsupported'

/** `read` rejects where the file cannot be read any more, everything else where the copy cannot be written. */
const read = async (file: File, start: number): Promise<ArrayBuffer | undefined> =>
  file
    .slice(start, start + chunk)
    .arrayBuffer()
    .catch(() => undefined)

const write = async (file: File, access: FileSystemSyncAccessHandle): Promise<CopyFailure | undefined> => {
  access.truncate(0)
  for (let start = 0; start < file.size; start += chunk) {
    const since = performance.now()
    const bytes = await read(file, start)
    if (bytes === undefined) return 'unreadable'
    if (access.write(bytes, { at: start }) < bytes.byteLength) return 'full'
    await rest(since)
  }
  // A phone whose battery dies must not leave holes in what counts as whole.
  access.flush()
  return undefined
}

/**
 * Copies a file into the folder of copies under the id of its task, whole and on the disk when it resolves to
 * undefined. It writes and flushes without giving its thread back, so it runs in a worker that does nothing else.
 */
export const copyFile = async (id: string, file: File): Promise<CopyFailure | undefined> => {
  try {
    const folder = await copiesFolder(navigator.storage)
    const handle = await folder.getFileHandle(id, { create: true })
    const access = await handle.createSyncAccessHandle()
    try {
      return await write(file, access)
    } finally {
      access.close()
    }
  } catch (error) {
    return isQuotaExceeded(error) ? 'full' : 'unsupported'
  }
}
