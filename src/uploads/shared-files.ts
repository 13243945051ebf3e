import type { KeyValues } from '../platform/storage/key-values.ts'

/**
 * The folder, in the origin private file system, of files that another app shared with this app. Each file
 * has its own folder, so that all files keep their names. A file stays from its arrival until its upload has
 * ended, or the coach discards it.
 */
const filesFolder = 'shared'
/** Holds an empty marker file for each shared file that is complete and not an upload yet. */
const markersFolder = 'shared-arrived'
/**
 * Every arrival holds this lock in shared mode. A sweep deletes files without a marker, but not while a file
 * is arriving.
 */
const lockName = 'breaking-barriers-shared-files'
/**
 * ms that an arrival waits for the lock. A window that its browser froze during a sweep never releases it,
 * and the share opens no page meanwhile.
 */
const lockTimeout = 8000

/** A file that waits for the coach's consent. */
export type SharedFile = {
  id: string
  file: File
  handle: FileSystemFileHandle
  /** Call it when the file has become an upload: it no longer waits. */
  markAsAdded: () => Promise<void>
  /** Deletes a file that the coach does not want. */
  discard: () => Promise<void>
}

export type SharedFiles = {
  /**
   * Creates the folder of an arriving file, which waits from then on if `write` resolves to true. If the file
   * was not written, nothing of it stays. Resolves and rejects like `write`; rejects with a TimeoutError if
   * another window holds the lock too long.
   */
  arrive: (id: string, write: (folder: FileSystemDirectoryHandle) => Promise<boolean>) => Promise<boolean>
  /** The files that arrived and are not uploads yet. */
  listWaiting: () => Promise<SharedFile[]>
  /** Deletes a file whose upload has ended. A file elsewhere belongs to the person and stays. */
  release: (handle: FileSystemFileHandle) => Promise<void>
  /**
   * Deletes files whose uploads ended unnoticed. `handles` returns the handles of the remaining uploads at
   * that time.
   */
  sweep: (handles: () => FileSystemFileHandle[]) => Promise<void>
}

const namesIn = async (folder: FileSystemDirectoryHandle): Promise<string[]> => {
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  return names
}

/** The shared files of this origin. The service worker, the page and the upload worker use the same files. */
export const createSharedFiles = (
  storage: Pick<StorageManager, 'getDirectory'>,
  locks: Pick<LockManager, 'request'>,
  timeout = lockTimeout,
): SharedFiles => {
  const openFolder = async (name: string) =>
    (await storage.getDirectory()).getDirectoryHandle(name, { create: true })

  const removeMarker = async (id: string): Promise<void> =>
    (await openFolder(markersFolder)).removeEntry(id).catch(() => undefined)

  const remove = async (id: string) => {
    await (await openFolder(filesFolder)).removeEntry(id, { recursive: true }).catch(() => undefined)
    await removeMarker(id)
  }

  const findId = async (handle: FileSystemFileHandle): Promise<string | undefined> => {
    const path = await (await storage.getDirectory()).resolve(handle)
    return path?.[0] === filesFolder ? path[1] : undefined
  }

  const find = async (id: string): Promise<SharedFile | undefined> => {
    const folder = await (await openFolder(filesFolder)).getDirectoryHandle(id)
    const [name] = await namesIn(folder)
    if (name === undefined) return undefined
    const handle = await folder.getFileHandle(name)
    const file = await handle.getFile()
    return { id, handle, file, markAsAdded: () => removeMarker(id), discard: () => remove(id) }
  }

  const listWaiting = async (): Promise<SharedFile[]> => {
    const ids = await namesIn(await openFolder(markersFolder))
    // Another window may delete a file meanwhile.
    const files = await Promise.all(ids.map((id) => find(id).catch(() => undefined)))
    return files.filter((file) => file !== undefined)
  }

  const arrive: SharedFiles['arrive'] = async (id, write) => {
    let isWritten = false
    try {
      isWritten = await write(await (await openFolder(filesFolder)).getDirectoryHandle(id, { create: true }))
      if (isWritten) await (await openFolder(markersFolder)).getFileHandle(id, { create: true })
      return isWritten
    } finally {
      if (!isWritten) await remove(id)
    }
  }

  /**
   * Reads the markers before the uploads: a file that loses its marker between the two reads is among the
   * uploads by then.
   */
  const sweep = async (handles: () => FileSystemFileHandle[]) => {
    const ids = await namesIn(await openFolder(filesFolder))
    const waiting = await namesIn(await openFolder(markersFolder))
    const uploading = await Promise.all(handles().map(findId))
    const needed = new Set([...waiting, ...uploading])
    await Promise.all(ids.filter((id) => !needed.has(id)).map(remove))
  }

  return {
    arrive: (id, write) =>
      locks.request(lockName, { mode: 'shared', signal: AbortSignal.timeout(timeout) }, () =>
        arrive(id, write),
      ),
    listWaiting,
    release: async (handle) => {
      const id = await findId(handle)
      if (id !== undefined) await remove(id)
    },
    sweep: (handles) =>
      locks.request(lockName, { ifAvailable: true }, async (lock) => {
        if (lock) await sweep(handles)
      }),
  }
}

const failureKey = 'share-failed'

/**
 * Why files that another app shared were not stored: no room, files that may not be shared, another window
 * that held the lock, or no service worker to receive them.
 */
export type ShareFailure = 'full' | 'left-out' | 'held-up' | 'lost'

/** Keeps one failure: the service worker records it, and the page takes and reports it once. */
export const createShareFailures = (values: Pick<KeyValues, 'read' | 'write' | 'remove'>) => ({
  record: (failure: ShareFailure) => values.write(failureKey, failure),
  take: async (): Promise<ShareFailure | undefined> => {
    const failure: unknown = await values.read(failureKey)
    if (failure === undefined) return undefined
    await values.remove(failureKey)
    return failure === 'left-out' || failure === 'held-up' ? failure : 'full'
  },
})

export type ShareFailures = ReturnType<typeof createShareFailures>
