import { wrap, type Remote } from 'comlink'
import { fail, ok, type Result } from '../../../lib/result.ts'
import { estimateStorage } from '../../../platform/storage/storage-state.ts'
import type { SharedFiles } from '../../../uploads/shared-files.ts'
import { openCopiesFolder, type CopyFailure, type copyFile } from './copy-file.ts'

/**
 * Tests whether the browser stores files for the app. Some browsers have the API, but it does not work.
 */
export const canStoreFiles = async (storage: Pick<StorageManager, 'getDirectory'>): Promise<boolean> => {
  try {
    const root = await storage.getDirectory()
    // The name of the test file is random, because another tab may run the same test. The file is not in the
    // folder of the copies, which another tab may sweep.
    const testFileName = `probe-${crypto.randomUUID()}`
    const handle = await root.getFileHandle(testFileName, { create: true })
    try {
      const access = await handle.createSyncAccessHandle()
      access.close()
      return true
    } finally {
      await root.removeEntry(testFileName)
    }
  } catch {
    return false
  }
}

/**
 * `failure` resolves if the worker cannot start or throws an error. The call of `copy` then never settles.
 */
type CopyWorker = { worker: Worker; copy: Remote<typeof copyFile>; failure: Promise<CopyFailure> }

/** Copies a file under the id of its task. Resolves to undefined when the copy is complete. */
type Copier = (id: string, file: File, signal: AbortSignal) => Promise<CopyFailure | 'aborted' | undefined>

const startWorker = (): CopyWorker => {
  const worker = new Worker(new URL('./copy.worker.ts', import.meta.url), { type: 'module' })
  const failure = new Promise<CopyFailure>((resolve) => {
    worker.addEventListener('error', () => resolve('unsupported'), { once: true })
  })
  return { worker, copy: wrap<typeof copyFile>(worker), failure }
}

/**
 * Creates a function that copies files in a separate worker: writing a file blocks its thread, and the thread
 * of the uploads must stay free. An aborted copy terminates the worker. The next copy starts another worker.
 */
export const createCopier = (): Copier => {
  let copyWorker: CopyWorker | undefined

  const stopWorker = () => {
    copyWorker?.worker.terminate()
    copyWorker = undefined
  }

  return async (id, file, signal) => {
    if (signal.aborted) return 'aborted'
    const { copy, failure } = (copyWorker ??= startWorker())
    const aborted = new Promise<'aborted'>((resolve) => {
      signal.addEventListener('abort', () => resolve('aborted'), { once: true })
    })
    const outcome = await Promise.race([copy(id, file), aborted, failure])
    if (outcome === 'aborted' || outcome === 'unsupported') stopWorker()
    return outcome
  }
}

/** Copies of chosen files that this app stores until they are sent, by the id of their task. */
export type FileCopies = {
  /** False as soon as a test has found that this browser cannot store files for the app. */
  areSupported: () => boolean
  /** Resolves to the bytes that this origin may still use, or 1 GiB if the browser does not report them. */
  getFreeBytes: () => Promise<number>
  /**
   * Resolves when the copy is complete and saved. Only one copy may run at a time. The signal aborts it
   * immediately.
   */
  write: (id: string, file: File, signal: AbortSignal) => Promise<Result<void, CopyFailure | 'aborted'>>
  /** Resolves to the copy of a task, or undefined if there is none. */
  open: (id: string) => Promise<File | undefined>
  /** Deletes the copy of a task, and the file that was shared with the app for it. */
  remove: (id: string, handle?: FileSystemFileHandle) => Promise<void>
  /**
   * Deletes the copies and shared files that no task needs. `ids` are the ids of the tasks that need their
   * copies. `handles` is called after the shared files are listed, and returns the current handles of tasks.
   */
  sweep: (ids: ReadonlySet<string>, handles: () => FileSystemFileHandle[]) => Promise<void>
}

/** Used if the browser reports no quota. Safari before 17 asks the coach before an app exceeds this size. */
const assumedFreeBytes = 1024 ** 3

/**
 * Stores the copies in the origin private file system, which belongs to this site alone and needs no
 * permission.
 */
export const createFileCopies = (
  storage: StorageManager,
  sharedFiles: Pick<SharedFiles, 'release' | 'sweep'>,
): FileCopies => {
  const copy = createCopier()
  let isSupported = true
  void canStoreFiles(storage).then((canStore) => {
    isSupported = canStore
  })
  /** Resolves to undefined in a browser that cannot store files. */
  const findFolder = () => openCopiesFolder(storage).catch(() => undefined)

  const removeCopy = async (id: string) => {
    const folder = await findFolder()
    // Removing an entry rejects if it does not exist.
    await folder?.removeEntry(id).catch(() => undefined)
  }

  return {
    areSupported: () => isSupported,
    getFreeBytes: async () => {
      const { quota, usage = 0 } = (await estimateStorage(storage)) ?? {}
      return quota === undefined ? assumedFreeBytes : Math.max(0, quota - usage)
    },
    write: async (id, file, signal) => {
      const failure = await copy(id, file, signal)
      return failure === undefined ? ok(undefined) : fail(failure)
    },
    open: async (id) => {
      try {
        const handle = await (await openCopiesFolder(storage)).getFileHandle(id)
        return await handle.getFile()
      } catch {
        return undefined
      }
    },
    remove: async (id, handle) => {
      await removeCopy(id)
      if (handle) await sharedFiles.release(handle)
    },
    sweep: async (ids, handles) => {
      const folder = await findFolder()
      if (!folder) return
      const unneededIds: string[] = []
      for await (const id of folder.keys()) if (!ids.has(id)) unneededIds.push(id)
      await Promise.all(unneededIds.map(removeCopy))
      await sharedFiles.sweep(handles)
    },
  }
}
