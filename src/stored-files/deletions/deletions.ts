import { createStore } from '../../lib/create-store.ts'
import { ok } from '../../lib/result.ts'
import type { StorageCalls } from '../storage-calls.ts'
import {
  deleteFiles,
  finishEarlierDeletions,
  isTemporary,
  removeIfUnchanged,
  type DeletionDeps,
  type RemoveFile,
} from './delete-files.ts'
import {
  getFullName,
  type DeletionRecords,
  type DeletionTabs,
  type PendingDeletion,
} from './deletion-records.ts'

/** How long a deletion can be undone. The time starts again when the coach leaves the Undo button. */
export const undoTimeMs = 10_000
/**
 * How long a deletion waits while the focus or the mouse stays on the Undo button. After this time, the coach
 * has probably left the device.
 */
export const maxHoldTimeMs = 600_000

export type Deletions = {
  /** The full names (`getFullName`) of the files that the screen hides: they are deleted, or about to be. */
  hidden: ReadonlySet<string>
  /** The deletions that can still be undone. */
  waiting: readonly PendingDeletion[]
  /** Whether `hidden` includes the files that earlier visits left to delete. */
  isReady: boolean
}

type Deps = DeletionDeps & {
  storage: Pick<StorageCalls, 'head' | 'remove' | 'presignedRemove'>
  records: DeletionRecords
  customer: string
  tabs: DeletionTabs
  /** Sends a DELETE that outlives the page. Resolves to true if it succeeded. */
  sendDelete: (url: string) => Promise<boolean>
  /** Whether the coach sees the page. */
  isVisible: () => boolean
}

/** Creates the state that the screen shows, and the functions that change it. */
const createSnapshot = () => {
  const { get, set, subscribe } = createStore<Deletions>({ hidden: new Set(), waiting: [], isReady: false })
  return {
    snapshot: get,
    subscribe,
    /** Whether there is no deletion that can still be undone. */
    isIdle: () => get().waiting.length === 0,
    markReady: () => set({ ...get(), isReady: true }),
    setWaiting: (waiting: readonly PendingDeletion[]) => set({ ...get(), waiting }),
    hide: (files: readonly PendingDeletion[]) =>
      set({ ...get(), hidden: new Set([...get().hidden, ...files.map(getFullName)]) }),
    show: (files: readonly PendingDeletion[]) => {
      const shown = new Set(files.map(getFullName))
      set({ ...get(), hidden: new Set([...get().hidden].filter((name) => !shown.has(name))) })
    },
  }
}

/**
 * Deletes files when the coach leaves the page. The worker ends with its page, so the page itself sends
 * requests that the worker has signed in advance.
 */
const createLeaveRequests = ({ storage, sendDelete }: Deps) => {
  /** The signed URLs, by the full names of their files. */
  const signedUrls = new Map<string, string>()
  return {
    /** Asks the worker to sign a request for each file. */
    prepare: (files: readonly PendingDeletion[]) => {
      for (const { level, key } of files)
        void storage.presignedRemove({ level, key }).then((result) => {
          if (result.ok) signedUrls.set(getFullName({ level, key }), result.value)
        })
    },
    /**
     * Sends all requests immediately, because the page may end directly after this call. Returns a function
     * that resolves to the result for a file, and makes a second attempt if the request for it failed.
     */
    send: (files: readonly PendingDeletion[]): RemoveFile => {
      const requests = new Map(
        files.map(getFullName).map((name) => {
          const url = signedUrls.get(name)
          return [name, url === undefined ? undefined : sendDelete(url)]
        }),
      )
      return async (file) => {
        const isDeleted = await requests.get(getFullName(file))
        // The page may have been suspended for a long time before the request failed, and another file may
        // have the key by now. So the second attempt compares the ETag first.
        return isDeleted ? ok(true) : removeIfUnchanged(storage)(file)
      }
    },
  }
}

/**
 * Creates deletions that can be undone. A file disappears from the screen immediately, but is deleted from
 * the object store only when the time for an undo is over or the coach leaves the page. No request is sent
 * before that, so an undo cannot fail. The pending deletions are recorded on this device, so that another tab
 * or the next start of the app completes them if the page is closed.
 */
export const createDeletions = (deps: Deps) => {
  const { records, storage, customer: customerId, tabs } = deps
  const screenState = createSnapshot()
  const { snapshot, setWaiting, hide, show, isIdle } = screenState
  const leaveRequests = createLeaveRequests(deps)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Resolves when all deletions that were started have ended. */
  let startedDeletions: Promise<unknown> = Promise.resolve()
  /** The files that are being deleted. They stay recorded until they are gone. */
  const filesInDeletion = new Set<PendingDeletion>()

  /** Records the files that this tab still has to delete. */
  const writeRecord = (): Promise<void> => {
    const pending = [...filesInDeletion, ...snapshot().waiting]
    return pending.length > 0 ? records.write(pending) : records.clear()
  }

  /** Ends the time for an undo. Removes the waiting deletions from the snapshot and returns them. */
  const takeWaiting = () => {
    clearTimeout(timer)
    const { waiting } = snapshot()
    setWaiting([])
    return waiting
  }

  /**
   * Deletes the waiting files with `remove`. Resolves when the screen and the record show the result. What
   * happens to files that could not be deleted depends on what the coach sees:
   *
   * - The screen: the files appear again, and `onFailed` reports them.
   * - Another page or app: the page may be closing, so the files wait again. If it closes, the next start of
   *   the app deletes them.
   * - Another screen: the coach can neither undo nor repeat the deletion, so the files with a temporary failure
   *   stay recorded for a later attempt.
   */
  const deleteWaiting = async (remove: RemoveFile, hasScreenClosed: boolean): Promise<void> => {
    const files = takeWaiting()
    if (files.length === 0) return
    for (const file of files) filesInDeletion.add(file)
    let filesToRetry: readonly PendingDeletion[] = []
    const onFailed: Deps['onFailed'] = (failure, failedFiles) => {
      const shouldRetry = hasScreenClosed ? isTemporary(failure) : !deps.isVisible()
      if (shouldRetry) filesToRetry = failedFiles
      else deps.onFailed?.(failure, failedFiles)
    }
    await deleteFiles({ ...deps, onFailed }, files, remove)
    for (const file of files) filesInDeletion.delete(file)
    if (!hasScreenClosed) setWaiting([...snapshot().waiting, ...filesToRetry])
    // `onDeleted` has removed the deleted files from the list by now, so only the files that could not be
    // deleted appear again.
    show(files.filter((file) => !filesToRetry.includes(file)))
    await (hasScreenClosed && filesToRetry.length > 0 ? records.release(filesToRetry) : writeRecord())
  }

  const deleteNow = async (remove: RemoveFile, hasScreenClosed = false): Promise<void> => {
    startedDeletions = Promise.allSettled([startedDeletions, deleteWaiting(remove, hasScreenClosed)])
    await startedDeletions
  }

  /**
   * Deletes the waiting files without comparing their ETags, because the coach has just chosen to delete
   * them.
   */
  const deleteWithoutCheck = () =>
    deleteNow(async ({ level, key }) => {
      const removal = await storage.remove({ level, key })
      return removal.ok ? ok(true) : removal
    })

  /** Restarts the time for an undo, which is much longer while the coach is at the Undo button. */
  const hold = (isAtButton: boolean) => {
    clearTimeout(timer)
    const delayMs = isAtButton ? maxHoldTimeMs : undoTimeMs
    if (!isIdle()) timer = setTimeout(() => void deleteWithoutCheck(), delayMs)
  }

  return {
    snapshot,
    subscribe: screenState.subscribe,
    /** Hides these files. They are deleted when the time for an undo, which starts again, is over. */
    add: (files: readonly PendingDeletion[]) => {
      hide(files)
      setWaiting([...snapshot().waiting, ...files])
      void writeRecord().then(() => tabs.post({ kind: 'pending', customer: customerId }))
      leaveRequests.prepare(files)
      hold(false)
    },
    /** Shows the waiting files again, and returns them. */
    undo: () => {
      const files = takeWaiting()
      show(files)
      void writeRecord()
      return files
    },
    /**
     * Deletes the waiting files now, with requests that outlive the page. `use-deletions.ts` calls it when
     * the coach leaves the page, or opens another screen.
     */
    leave: ({ hasScreenClosed }: { hasScreenClosed: boolean }) =>
      deleteNow(leaveRequests.send(snapshot().waiting), hasScreenClosed),
    /** Deletes the waiting files now if a new file is about to be stored under the name of one of them. */
    makeRoom: async (newFiles: readonly Pick<PendingDeletion, 'level' | 'key'>[]): Promise<void> => {
      const names = new Set(newFiles.map(getFullName))
      if (snapshot().waiting.some((file) => names.has(getFullName(file)))) await deleteWithoutCheck()
      // The deletion of a file with this name may have started just now.
      else if ([...names].some((name) => snapshot().hidden.has(name))) await startedDeletions
    },
    hold,
    /** Completes the deletions that closed tabs left. Files that open tabs are about to delete are hidden. */
    finishEarlier: () => finishEarlierDeletions(deps, screenState),
    /**
     * Hides files that other tabs are about to delete, until they are deleted or the deletion is undone
     * there. Returns a function that stops listening.
     */
    followTabs: () =>
      tabs.listen((message) => {
        if (message.kind === 'pending' && message.customer === customerId)
          void finishEarlierDeletions(deps, screenState)
      }),
  }
}

export type DeletionStore = ReturnType<typeof createDeletions>

/** Creates the deletions of a screen. `onFailed` receives the files that could not be deleted. */
export type OpenDeletions = (callbacks: Pick<Deps, 'onFailed'>) => DeletionStore
