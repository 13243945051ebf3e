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
 * `receive` holds this lock in shared mode while it stores a file. `sweep` deletes files without a marker, so
 * it holds the lock exclusively and never runs while a file is arriving.
 */
const lockName = 'breaking-barriers-shared-files'
/**
 * How long `receive` waits for the lock. A tab that its browser froze during a sweep never releases the
 * lock, and the coach sees no page until the shared files have arrived or failed.
 */
const lockTimeoutMs = 8000

/** A file that waits for the coach's consent. */
export type SharedFile = {
  id: string
  file: File
  handle: FileSystemFileHandle
  /** Call this when the file has become an upload. It then no longer waits. */
  markAsAdded: () => Promise<void>
  /** Deletes a file that the coach does not want. */
  discard: () => Promise<void>
}

export type SharedFiles = {
  /**
   * Creates a folder for an arriving file, and lets `write` store the file there. If `write` resolves to
   * true, the file waits for the coach from then on. Otherwise the folder is deleted. Resolves and rejects
   * like `write`. Also rejects with a TimeoutError if another tab holds the lock too long.
   */
  receive: (id: string, write: (folder: FileSystemDirectoryHandle) => Promise<boolean>) => Promise<boolean>
  /** Lists the files that arrived and are not uploads yet. */
  listWaiting: () => Promise<SharedFile[]>
  /**
   * Deletes a shared file whose upload has ended. Ignores the handle of any other file, because that file
   * belongs to the coach.
   */
  release: (handle: FileSystemFileHandle) => Promise<void>
  /**
   * Deletes shared files that no longer wait and have no upload, for example because a tab was closed before
   * `release`. `handles` is called after the waiting files are listed, and returns the handles of all
   * unfinished uploads. Does nothing while a file is arriving.
   */
  sweep: (handles: () => FileSystemFileHandle[]) => Promise<void>
}

const listNames = async (folder: FileSystemDirectoryHandle): Promise<string[]> => {
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  return names
}

/**
 * Stores, lists and deletes the shared files of this origin. The service worker, the page and the upload
 * worker use the same files.
 */
export const createSharedFiles = (
  storage: Pick<StorageManager, 'getDirectory'>,
  locks: Pick<LockManager, 'request'>,
  timeoutMs = lockTimeoutMs,
): SharedFiles => {
  const openFolder = async (name: string) =>
    (await storage.getDirectory()).getDirectoryHandle(name, { create: true })

  // Removing an entry rejects if it does not exist.
  const removeMarker = async (id: string): Promise<void> =>
    (await openFolder(markersFolder)).removeEntry(id).catch(() => undefined)

  /** Deletes a file and its marker. Succeeds also if they do not exist. */
  const remove = async (id: string) => {
    await (await openFolder(filesFolder)).removeEntry(id, { recursive: true }).catch(() => undefined)
    await removeMarker(id)
  }

  /** Returns the id of a shared file, or undefined for the handle of any other file. */
  const findId = async (handle: FileSystemFileHandle): Promise<string | undefined> => {
    // The path in the file system: the folder of all shared files, the id, and the name.
    const path = await (await storage.getDirectory()).resolve(handle)
    return path?.[0] === filesFolder ? path[1] : undefined
  }

  /** Reads a shared file. Resolves to undefined if its folder is empty. Rejects if it was deleted. */
  const readFile = async (id: string): Promise<SharedFile | undefined> => {
    const folder = await (await openFolder(filesFolder)).getDirectoryHandle(id)
    const [name] = await listNames(folder)
    if (name === undefined) return undefined
    const handle = await folder.getFileHandle(name)
    const file = await handle.getFile()
    return { id, handle, file, markAsAdded: () => removeMarker(id), discard: () => remove(id) }
  }

  const listWaiting = async (): Promise<SharedFile[]> => {
    const ids = await listNames(await openFolder(markersFolder))
    // Another tab may delete a file before it is read here.
    const files = await Promise.all(ids.map((id) => readFile(id).catch(() => undefined)))
    return files.filter((file) => file !== undefined)
  }

  const storeUnderLock: SharedFiles['receive'] = async (id, write) => {
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
   * Reads the markers before the uploads, because a file that loses its marker between the two reads has
   * become an upload by then.
   */
  const sweepUnderLock = async (handles: () => FileSystemFileHandle[]) => {
    const ids = await listNames(await openFolder(filesFolder))
    const waiting = await listNames(await openFolder(markersFolder))
    const uploading = await Promise.all(handles().map(findId))
    const needed = new Set([...waiting, ...uploading])
    await Promise.all(ids.filter((id) => !needed.has(id)).map(remove))
  }

  return {
    receive: (id, write) =>
      locks.request(lockName, { mode: 'shared', signal: AbortSignal.timeout(timeoutMs) }, () =>
        storeUnderLock(id, write),
      ),
    listWaiting,
    release: async (handle) => {
      const id = await findId(handle)
      if (id !== undefined) await remove(id)
    },
    sweep: (handles) =>
      locks.request(lockName, { ifAvailable: true }, async (lock) => {
        if (lock) await sweepUnderLock(handles)
      }),
  }
}

const failureKey = 'share-failed'

/**
 * Why files that another app shared were not stored: no room (`full`), files of a type that may not be shared
 * (`left-out`), another tab that held the lock too long (`held-up`), or no service worker to receive them
 * (`lost`).
 */
export type ShareFailure = 'full' | 'left-out' | 'held-up' | 'lost'

/** Keeps the last failure. The service worker records it, and the page takes and reports it once. */
export const createShareFailures = (values: Pick<KeyValues, 'read' | 'write' | 'remove'>) => ({
  record: (failure: ShareFailure) => values.write(failureKey, failure),
  take: async (): Promise<ShareFailure | undefined> => {
    const failure: unknown = await values.read(failureKey)
    if (failure === undefined) return undefined
    await values.remove(failureKey)
    // An unknown value is reported as `full`. `lost` is never recorded, because there was no service worker.
    return failure === 'left-out' || failure === 'held-up' ? failure : 'full'
  },
})

export type ShareFailures = ReturnType<typeof createShareFailures>
