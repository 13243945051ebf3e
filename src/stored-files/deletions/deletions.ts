import { createStore } from '../../lib/create-store.ts'
import { ok } from '../../lib/result.ts'
import type { StorageCalls } from '../storage-calls.ts'
import {
  deleteFiles,
  finishEarlierDeletions,
  removeIfUnchanged,
  type DeletionDeps,
  type RemoveFile,
} from './delete-files.ts'
import {
  fileName,
  type DeletionRecords,
  type DeletionTabs,
  type PendingDeletion,
} from './deletion-records.ts'

/** ms in which a deletion can be undone. The time stops while the person is at the button. */
export const undoTime = 10_000
/** ms. A person who stays at the button longer has left the device. */
export const maxHoldTime = 600_000

export type Deletions = {
  /** The names of the files that the screen does not show: deleted, or about to be. */
  hidden: ReadonlySet<string>
  /** The deletions that can still be undone. */
  waiting: readonly PendingDeletion[]
  /** Whether `hidden` contains what earlier visits left to delete. */
  isReady: boolean
}

type Deps = DeletionDeps & {
  storage: Pick<StorageCalls, 'head' | 'remove' | 'presignedRemove'>
  records: DeletionRecords
  customer: string
  tabs: DeletionTabs
  /** Sends a DELETE that outlives the page. Resolves to whether it succeeded. */
  sendDelete: (url: string) => Promise<boolean>
}

/** What the screen shows of deletions. */
const createSnapshot = () => {
  const { get, set, subscribe } = createStore<Deletions>({ hidden: new Set(), waiting: [], isReady: false })
  return {
    snapshot: get,
    subscribe,
    /** Whether no deletion can be undone. */
    isIdle: () => get().waiting.length === 0,
    markReady: () => set({ ...get(), isReady: true }),
    setWaiting: (waiting: readonly PendingDeletion[]) => set({ ...get(), waiting }),
    hide: (files: readonly PendingDeletion[]) =>
      set({ ...get(), hidden: new Set([...get().hidden, ...files.map(fileName)]) }),
    show: (files: readonly PendingDeletion[]) => {
      const shown = new Set(files.map(fileName))
      set({ ...get(), hidden: new Set([...get().hidden].filter((name) => !shown.has(name))) })
    },
  }
}

/**
 * Deletes files when the page is left. A worker ends with its page, so the page itself sends requests that
 * the worker signed before.
 */
const createLeaveRequests = ({ storage, sendDelete }: Deps) => {
  /** The signed URLs by the names of their files. */
  const signedUrls = new Map<string, string>()
  return {
    /** Asks the worker to sign a request for each file. */
    prepare: (files: readonly PendingDeletion[]) => {
      for (const { level, key } of files)
        void storage.presignedRemove({ level, key }).then((url) => {
          if (url.ok) signedUrls.set(fileName({ level, key }), url.value)
        })
    },
    /** Sends all requests at once: no code of the page runs after this moment. */
    send: (files: readonly PendingDeletion[]): RemoveFile => {
      const requests = new Map(
        files.map(fileName).map((name) => {
          const url = signedUrls.get(name)
          return [name, url === undefined ? undefined : sendDelete(url)]
        }),
      )
      return async (file) =>
        // The page may have been suspended for any time before its request failed, so the file is compared.
        (await requests.get(fileName(file))) ? ok(true) : removeIfUnchanged(storage)(file)
    },
  }
}

/**
 * Deletions that can be undone. A file leaves the screen at once, and the object store when the time for an
 * undo is over or the person leaves. No request is sent before, so an undo cannot fail.
 */
export const createDeletions = (deps: Deps) => {
  const { records, storage, customer, tabs } = deps
  const screen = createSnapshot()
  const { snapshot, setWaiting, hide, show, isIdle } = screen
  const leaveRequests = createLeaveRequests(deps)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Resolves when all running deletions have ended. */
  let deleting: Promise<unknown> = Promise.resolve()
  /** The files that are being deleted. They stay recorded until they are gone. */
  const filesInDeletion = new Set<PendingDeletion>()

  /** Records what this tab still has to delete. If the page is closed, the next start deletes it. */
  const writeRecord = (): Promise<void> => {
    const pending = [...filesInDeletion, ...snapshot().waiting]
    return pending.length > 0 ? records.write(pending) : records.clear()
  }
  /** Removes the pending deletions from the snapshot, and returns them. */
  const takeWaiting = () => {
    clearTimeout(timer)
    const { waiting } = snapshot()
    setWaiting([])
    return waiting
  }
  const deleteWaiting = async (remove: RemoveFile): Promise<void> => {
    const files = takeWaiting()
    if (files.length === 0) return
    for (const file of files) filesInDeletion.add(file)
    await deleteFiles(deps, files, remove)
    for (const file of files) filesInDeletion.delete(file)
    // Files that are gone have left the list by now; files that could not be deleted appear again.
    show(files)
    await writeRecord()
  }
  const deleteNow = async (remove: RemoveFile): Promise<void> => {
    deleting = Promise.allSettled([deleting, deleteWaiting(remove)])
    await deleting
  }
  const deleteWithoutCheck = () =>
    deleteNow(async ({ level, key }) => {
      const removal = await storage.remove({ level, key })
      return removal.ok ? ok(true) : removal
    })
  /** Restarts the time for an undo, or stops it while the person is at the button. */
  const hold = (isAtButton: boolean) => {
    clearTimeout(timer)
    const time = isAtButton ? maxHoldTime : undoTime
    if (!isIdle()) timer = setTimeout(() => void deleteWithoutCheck(), time)
  }

  return {
    snapshot,
    subscribe: screen.subscribe,
    /** Starts the time for an undo of these files and of the files that still wait. */
    add: (files: readonly PendingDeletion[]) => {
      hide(files)
      setWaiting([...snapshot().waiting, ...files])
      void writeRecord().then(() => tabs.post({ kind: 'pending', customer }))
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
    /** Deletes the waiting files now, with requests that outlive the page. */
    leave: () => deleteNow(leaveRequests.send(snapshot().waiting)),
    /** Deletes the waiting files now if another file is about to be stored under the name of one of them. */
    makeRoom: async (newFiles: readonly Pick<PendingDeletion, 'level' | 'key'>[]): Promise<void> => {
      const names = new Set(newFiles.map(fileName))
      if (snapshot().waiting.some((file) => names.has(fileName(file)))) await deleteWithoutCheck()
      // The time for an undo may just have ended.
      else if ([...names].some((name) => snapshot().hidden.has(name))) await deleting
    },
    hold,
    finishEarlier: () => finishEarlierDeletions(deps, screen),
    /**
     * Hides files that other tabs are about to delete, until they are gone or the deletion is undone there.
     * Returns a function that stops listening.
     */
    followTabs: () =>
      tabs.listen((message) => {
        if (message.kind === 'pending' && message.customer === customer)
          void finishEarlierDeletions(deps, screen)
      }),
  }
}

export type DeletionStore = ReturnType<typeof createDeletions>

/** Creates the deletions of a screen. `onFailed` receives the files that could not be deleted. */
export type OpenDeletions = (callbacks: Pick<Deps, 'onFailed'>) => DeletionStore
