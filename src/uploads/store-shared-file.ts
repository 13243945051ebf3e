import { isShareableType } from '../config/share-target.ts'
import { safeFileName } from '../lib/text/safe-file-name.ts'
import { estimateOf } from '../platform/storage/storage-state.ts'
import type { SharedFile, SharedFiles } from './shared-files.ts'

/** `type` is the type that the sender declares. */
type Arriving = { id: string; name: string; type: string; body: AsyncIterable<Uint8Array<ArrayBuffer>> }

/**
 * Stores a file as it arrives. Resolves to whether its type and name may be shared at all. Rejects if there
 * is no room for it.
 */
export type StoreSharedFile = (arriving: Arriving) => Promise<boolean>

/**
 * Rejects a web page that is declared as a video: the upload uses the type that the browser derives from the
 * name.
 */
const mayBeShared = async (file: FileSystemFileHandle, declared: string): Promise<boolean> => {
  const { type } = await file.getFile()
  return isShareableType(declared) && (type === '' || isShareableType(type))
}

/**
 * Bytes. All files that wait for the coach may use half of what the browser grants, like the copies of files
 * (docs/decisions/015).
 */
const roomIn = async (
  storage: Pick<StorageManager, 'estimate'>,
  waiting: readonly SharedFile[],
): Promise<number> => {
  const { quota = 0, usage = 0 } = (await estimateOf(storage)) ?? {}
  const taken = waiting.reduce((sum, { file }) => sum + file.size, 0)
  return Math.max(0, (quota - usage - taken) / 2)
}

const write = async (file: FileSystemFileHandle, body: Arriving['body'], room: number): Promise<void> => {
  const writable = await file.createWritable()
  let size = 0
  try {
    for await (const bytes of body) {
      size += bytes.length
      if (size > room) throw new DOMException('A shared file is too large', 'QuotaExceededError')
      await writable.write(bytes)
    }
    await writable.close()
  } catch (error) {
    await writable.abort().catch(() => undefined)
    throw error
  }
}

/** Stores what another app shares. Only the service worker uses it. */
export const createStoreSharedFile =
  (
    storage: Pick<StorageManager, 'estimate'>,
    { arrive, waiting }: Pick<SharedFiles, 'arrive' | 'waiting'>,
  ): StoreSharedFile =>
  ({ id, name, type, body }) =>
    arrive(id, async (folder) => {
      const file = await folder.getFileHandle(safeFileName(name) || 'file', { create: true })
      if (!(await mayBeShared(file, type))) return false
      await write(file, body, await roomIn(storage, await waiting()))
      return true
    })
