import { isShareableType } from '../config/share-target.ts'
import { toSafeFileName } from '../lib/text/safe-file-name.ts'
import { estimateStorage } from '../platform/storage/storage-state.ts'
import type { SharedFile, SharedFiles } from './shared-files.ts'

/** A file that another app is sending. `id` is a new id; `type` is the type that the sender declares. */
type IncomingFile = { id: string; name: string; type: string; body: AsyncIterable<Uint8Array<ArrayBuffer>> }

/**
 * Stores a file as it arrives. Resolves to false, without storing it, if its type or name may not be shared.
 * Rejects if there is no room for it.
 */
export type StoreSharedFile = (incoming: IncomingFile) => Promise<boolean>

/**
 * Whether a file may be shared. The declared type is not enough: the upload uses the type that the browser
 * derives from the name, which may be that of a web page. It is `''` if the browser does not know the ending.
 */
const canBeShared = async (file: FileSystemFileHandle, declaredType: string): Promise<boolean> => {
  const { type } = await file.getFile()
  return isShareableType(declaredType) && (type === '' || isShareableType(type))
}

/**
 * Returns the maximum size of the next file in bytes. All files that wait for the coach may use half of the
 * space that is free without them, like the copies of files (docs/decisions/015).
 */
const getMaxBytes = async (
  storage: Pick<StorageManager, 'estimate'>,
  waiting: readonly SharedFile[],
): Promise<number> => {
  const { quota = 0, usage = 0 } = (await estimateStorage(storage)) ?? {}
  const waitingBytes = waiting.reduce((sum, { file }) => sum + file.size, 0)
  return Math.max(0, (quota - usage - waitingBytes) / 2)
}

/** Writes a file. Rejects with a QuotaExceededError if it is larger than `maxBytes`. */
const write = async (
  file: FileSystemFileHandle,
  body: IncomingFile['body'],
  maxBytes: number,
): Promise<void> => {
  const writable = await file.createWritable()
  let size = 0
  try {
    for await (const bytes of body) {
      size += bytes.length
      if (size > maxBytes) throw new DOMException('A shared file is too large', 'QuotaExceededError')
      await writable.write(bytes)
    }
    await writable.close()
  } catch (error) {
    // A failure to abort is ignored, because the error that ended the write is thrown below.
    await writable.abort().catch(() => undefined)
    throw error
  }
}

/** Creates the function that stores what another app shares. Only the service worker uses it. */
export const createStoreSharedFile =
  (
    storage: Pick<StorageManager, 'estimate'>,
    { receive, listWaiting }: Pick<SharedFiles, 'receive' | 'listWaiting'>,
  ): StoreSharedFile =>
  ({ id, name, type, body }) =>
    receive(id, async (folder) => {
      const file = await folder.getFileHandle(toSafeFileName(name) || 'file', { create: true })
      if (!(await canBeShared(file, type))) return false
      await write(file, body, await getMaxBytes(storage, await listWaiting()))
      return true
    })
