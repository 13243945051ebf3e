import { safeFileName } from '../lib/safe-file-name.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'

/**
 * Files that another app shared with this one, in the origin private file system: each in a folder of its own, so that
 * all keep their names. They stay from the moment they arrive until their upload has ended.
 */
const inbox = 'shared'
/** Holds an empty marker file for each shared file that is whole and no upload yet. */
const marks = 'shared-arrived'
/** A shared lock of all arrivals: a file without a mark is swept away, but not while it still arrives. */
const lockName = 'breaking-barriers-shared-files'

/** A file that waits to become an upload, and how to say that it did. */
export type SharedFile = { file: File; handle: FileSystemFileHandle; handOver: () => Promise<void> }

type Arriving = { id: string; name: string; body: AsyncIterable<Uint8Array<ArrayBuffer>> }

export type SharedFiles = {
  /** Stores a file as it arrives. Rejects where there is no room for it, and then nothing of it stays. */
  store: (arriving: Arriving) => Promise<void>
  /** Those that arrived and are no uploads yet. */
  waiting: () => Promise<SharedFile[]>
  /** Deletes a file whose upload has ended; one that lies elsewhere is the person's own and stays. */
  release: (handle: FileSystemFileHandle) => Promise<void>
  /** Deletes those whose uploads ended unnoticed; `handles` are those of the uploads that are left by then. */
  sweep: (handles: () => FileSystemFileHandle[]) => Promise<void>
}

const namesIn = async (folder: FileSystemDirectoryHandle): Promise<string[]> => {
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  return names
}

const write = async (folder: FileSystemDirectoryHandle, { name, body }: Arriving): Promise<void> => {
  const file = await folder.getFileHandle(safeFileName(name) || 'file', { create: true })
  const writable = await file.createWritable()
  try {
    for await (const bytes of body) await writable.write(bytes)
    await writable.close()
  } catch (error) {
    await writable.abort().catch(() => undefined)
    throw error
  }
}

/** The shared files of this origin; service worker, page and upload worker see the same ones. */
export const createSharedFiles = (
  storage: Pick<StorageManager, 'getDirectory'>,
  locks: Pick<LockManager, 'request'>,
): SharedFiles => {
  const folderOf = async (name: string) =>
    (await storage.getDirectory()).getDirectoryHandle(name, { create: true })

  const unmark = async (id: string): Promise<void> =>
    (await folderOf(marks)).removeEntry(id).catch(() => undefined)

  const remove = async (id: string) => {
    await (await folderOf(inbox)).removeEntry(id, { recursive: true }).catch(() => undefined)
    await unmark(id)
  }

  const idOf = async (handle: FileSystemFileHandle): Promise<string | undefined> => {
    const path = await (await storage.getDirectory()).resolve(handle)
    return path?.[0] === inbox ? path[1] : undefined
  }

  const find = async (id: string): Promise<SharedFile | undefined> => {
    const folder = await (await folderOf(inbox)).getDirectoryHandle(id)
    const [name] = await namesIn(folder)
    if (name === undefined) return undefined
    const handle = await folder.getFileHandle(name)
    return { handle, file: await handle.getFile(), handOver: () => unmark(id) }
  }

  const store = async (arriving: Arriving) => {
    const { id } = arriving
    try {
      await write(await (await folderOf(inbox)).getDirectoryHandle(id, { create: true }), arriving)
      await (await folderOf(marks)).getFileHandle(id, { create: true })
    } catch (error) {
      await remove(id)
      throw error
    }
  }

  /** The order matters: a file that loses its mark meanwhile was handed over before, and is among the uploads. */
  const sweep = async (handles: () => FileSystemFileHandle[]) => {
    const ids = await namesIn(await folderOf(inbox))
    const waiting = await namesIn(await folderOf(marks))
    const uploading = await Promise.all(handles().map(idOf))
    const needed = new Set([...waiting, ...uploading])
    await Promise.all(ids.filter((id) => !needed.has(id)).map(remove))
  }

  return {
    store: (arriving) => locks.request(lockName, { mode: 'shared' }, () => store(arriving)),
    waiting: async () => {
      const ids = await namesIn(await folderOf(marks))
      const found = await Promise.all(ids.map((id) => find(id).catch(() => undefined)))
      return found.filter((one) => one !== undefined)
    },
    release: async (handle) => {
      const id = await idOf(handle)
      if (id !== undefined) await remove(id)
    },
    sweep: (handles) =>
      locks.request(lockName, { ifAvailable: true }, async (lock) => {
        if (lock) await sweep(handles)
      }),
  }
}

const failureKey = 'share-failed'

/** Whether files that another app shared could not be stored; the service worker writes it, the page reports it once. */
export const createShareFailure = (values: Pick<KeyValues, 'read' | 'write' | 'remove'>) => ({
  happened: () => values.write(failureKey, true),
  take: async (): Promise<boolean> => {
    const failed = (await values.read(failureKey)) === true
    if (failed) await values.remove(failureKey)
    return failed
  },
})

export type ShareFailure = ReturnType<typeof createShareFailure>
