import type { KeyValues } from '../platform/storage/key-values.ts'

/**
 * Files that another app shared with this one, in the origin private file system: each in a folder of its own, so that
 * all keep their names. They stay from the moment they arrive until their upload has ended, or the coach does not want them.
 */
const inbox = 'shared'
/** Holds an empty marker file for each shared file that is whole and no upload yet. */
const marks = 'shared-arrived'
/** A shared lock of all arrivals: a file without a mark is swept away, but not while it still arrives. */
const lockName = 'breaking-barriers-shared-files'
/** ms; a window that its browser froze while it swept lets go of no lock, and a share opens no page meanwhile */
const longestTurn = 8000

/** A file that waits for the coach's consent. */
export type SharedFile = {
  id: string
  file: File
  handle: FileSystemFileHandle
  /** It became an upload. */
  handOver: () => Promise<void>
  /** The coach does not want it. */
  discard: () => Promise<void>
}

export type SharedFiles = {
  /**
   * Makes the folder of a file that arrives, which waits from then on if `write` resolves to true. Nothing stays of one that
   * was not written; resolves, and rejects, as `write` does, and with a TimeoutError where another window keeps it waiting.
   */
  arrive: (id: string, write: (folder: FileSystemDirectoryHandle) => Promise<boolean>) => Promise<boolean>
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

/** The shared files of this origin; service worker, page and upload worker see the same ones. */
export const createSharedFiles = (
  storage: Pick<StorageManager, 'getDirectory'>,
  locks: Pick<LockManager, 'request'>,
  timeout = longestTurn,
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
    const file = await handle.getFile()
    return { id, handle, file, handOver: () => unmark(id), discard: () => remove(id) }
  }

  const waiting = async (): Promise<SharedFile[]> => {
    const ids = await namesIn(await folderOf(marks))
    const found = await Promise.all(ids.map((id) => find(id).catch(() => undefined)))
    return found.filter((one) => one !== undefined)
  }

  const arrive: SharedFiles['arrive'] = async (id, write) => {
    let isWritten = false
    try {
      isWritten = await write(await (await folderOf(inbox)).getDirectoryHandle(id, { create: true }))
      if (isWritten) await (await folderOf(marks)).getFileHandle(id, { create: true })
      return isWritten
    } finally {
      if (!isWritten) await remove(id)
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
    arrive: (id, write) =>
      locks.request(lockName, { mode: 'shared', signal: AbortSignal.timeout(timeout) }, () =>
        arrive(id, write),
      ),
    waiting,
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

/**
 * Why files that another app shared were not stored: no room for them, files that may not be shared, another window that kept
 * them waiting, or no service worker that could take them.
 */
export type ShareFailure = 'full' | 'left-out' | 'held-up' | 'lost'

/** Remembers such a failure: the service worker writes it, the page reports it once. */
export const createShareFailures = (values: Pick<KeyValues, 'read' | 'write' | 'remove'>) => ({
  happened: (failure: ShareFailure) => values.write(failureKey, failure),
  take: async (): Promise<ShareFailure | undefined> => {
    const failure: unknown = await values.read(failureKey)
    if (failure === undefined) return undefined
    await values.remove(failureKey)
    return failure === 'left-out' || failure === 'held-up' ? failure : 'full'
  },
})

export type ShareFailures = ReturnType<typeof createShareFailures>
