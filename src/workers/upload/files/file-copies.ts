import { fail, ok, type Result } from '../../../lib/result.ts'
import { estimateOf } from '../../../platform/storage/storage-state.ts'
import type { SharedFiles } from '../../../uploads/shared-files.ts'
import { copiesFolder, type CopyFailure, type copyFile } from './copy-file.ts'
import { wrap, type Remote } from 'comlink'

/** Tests whether the browser stores files for the app: some browsers have the API, but it does not work. */
export const canStoreFiles = async (storage: Pick<StorageManager, 'getDirectory'>): Promise<boolean> => {
  try {
    const root = await storage.getDirectory()
    // Exists only for a moment. Another tab may run the same test, and may sweep the folder of the copies
    // meanwhile.
    const probe = `probe-${crypto.randomUUID()}`
    const handle = await root.getFileHandle(probe, { create: true })
    try {
      const access = await handle.createSyncAccessHandle()
      access.close()
      return true
    } finally {
      await root.removeEntry(probe)
    }
  } catch {
    return false
  }
}

type Running = { worker: Worker; copy: Remote<typeof copyFile>; broken: Promise<CopyFailure> }
type Copier = (id: string, file: File, signal: AbortSignal) => Promise<CopyFailure | 'aborted' | undefined>

const start = (): Running => {
  const worker = new Worker(new URL('./copy.worker.ts', import.meta.url), { type: 'module' })
  const broken = new Promise<CopyFailure>((resolve) => {
    worker.addEventListener('error', () => resolve('unsupported'), { once: true })
  })
  return { worker, copy: wrap<typeof copyFile>(worker), broken }
}

/**
 * Copies files in a separate worker: writing to the disk blocks a thread, and the thread of the upload must
 * stay free. Ending a copy terminates the worker; the next copy starts another.
 */
export const createCopier = (): Copier => {
  let running: Running | undefined

  const end = () => {
    running?.worker.terminate()
    running = undefined
  }

  return async (id, file, signal) => {
    if (signal.aborted) return 'aborted'
    const { copy, broken } = (running ??= start())
    const aborted = new Promise<'aborted'>((resolve) => {
      signal.addEventListener('abort', () => resolve('aborted'), { once: true })
    })
    const outcome = await Promise.race([copy(id, file), aborted, broken])
    if (outcome === 'aborted' || outcome === 'unsupported') end()
    return outcome
  }
}

/** Copies of chosen files that this app stores until they are sent, by the id of their task. */
export type FileCopies = {
  /** False once it is known that this browser stores no files for the app. */
  areKept: () => boolean
  /** Bytes that this origin may still use; 1 GiB if the browser does not report it. */
  free: () => Promise<number>
  /**
   * Resolves when the copy is whole and on the disk. Only one copy runs at a time; the signal ends it at
   * once.
   */
  write: (id: string, file: File, signal: AbortSignal) => Promise<Result<void, CopyFailure | 'aborted'>>
  open: (id: string) => Promise<File | undefined>
  /** Deletes the copy of a task, and the file that was shared with the app for it. */
  remove: (id: string, handle?: FileSystemFileHandle) => Promise<void>
  /**
   * Deletes what no task needs. `ids` names the remaining tasks; `handles` returns their file handles at that
   * time.
   */
  sweep: (ids: ReadonlySet<string>, handles: () => FileSystemFileHandle[]) => Promise<void>
}

/** Bytes. Safari before 17 reports no quota; above this size it asks the person. */
const unknownRoom = 1024 ** 3

/**
 * Stores the copies in the origin private file system, which belongs to this site alone and needs no
 * permission.
 */
export const createFileCopies = (
  storage: StorageManager,
  shared: Pick<SharedFiles, 'release' | 'sweep'>,
): FileCopies => {
  const copy = createCopier()
  let kept = true
  void canStoreFiles(storage).then((can) => {
    kept = can
  })
  /** Undefined in a browser that stores no files. */
  const findFolder = () => copiesFolder(storage).catch(() => undefined)

  const removeEntry = async (id: string) => {
    const folder = await findFolder()
    await folder?.removeEntry(id).catch(() => undefined)
  }

  return {
    areKept: () => kept,
    free: async () => {
      const { quota, usage = 0 } = (await estimateOf(storage)) ?? {}
      return quota === undefined ? unknownRoom : Math.max(0, quota - usage)
    },
    write: async (id, file, signal) => {
      const failure = await copy(id, file, signal)
      return failure === undefined ? ok(undefined) : fail(failure)
    },
    open: async (id) => {
      try {
        const handle = await (await copiesFolder(storage)).getFileHandle(id)
        return await handle.getFile()
      } catch {
        return undefined
      }
    },
    remove: async (id, handle) => {
      await removeEntry(id)
      if (handle) await shared.release(handle)
    },
    sweep: async (ids, handles) => {
      const folder = await findFolder()
      if (!folder) return
      const orphans: string[] = []
      for await (const name of folder.keys()) if (!ids.has(name)) orphans.push(name)
      await Promise.all(orphans.map(removeEntry))
      await shared.sweep(handles)
    },
  }
}
