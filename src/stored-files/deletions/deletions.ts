import { createStore } from '../../lib/create-store.ts'
import { ok } from '../../lib/result.ts'
import type { StorageCalls } from '../storage-calls.ts'
import { deleteFiles, removeIfSame, type DeletionDeps, type Remove, finishEarlier } from './delete-files.ts'
import {
  fileName,
  type DeletionRecords,
  type PendingDeletion,
  type DeletionTabs,
} from './deletion-records.ts'

/** ms in which a deletion can be undone. The time stops while the person is at the button. */
export const undoTime = 10_000
/** ms. A person who stays at the button longer has left the device. */
export const maxHoldTime = 600_000

export type Deletions = {
  /** The files that the screen does not show: deleted, or about to be. */
  hidden: ReadonlySet<string>
  /** The deletions that can still be undone. */
  waiting: readonly PendingDeletion[]
  /** `hidden` contains what earlier visits left to delete. */
  isReady: boolean
}

type Deps = DeletionDeps & {
  storage: Pick<StorageCalls, 'head' | 'remove' | 'presignedRemove'>
  records: DeletionRecords
  customer: string
  tabs: DeletionTabs
  /** Sends a DELETE that outlives the page. Resolves to whether it succeeded. */
  sendDelete: (address: string) => Promise<boolean>
}

/** What the screen shows of deletions. */
const createScreen = () => {
  const { get, set, subscribe } = createStore<Deletions>({ hidden: new Set(), waiting: [], isReady: false })
  return {
    snapshot: get,
    subscribe,
    /** Whether no deletion can be undone. */
    isIdle: () => get().waiting.length === 0,
    ready: () => set({ ...get(), isReady: true }),
    setWaiting: (waiting: readonly PendingDeletion[]) => set({ ...get(), waiting }),
    hide: (files: readonly PendingDeletion[]) =>
      set({ ...get(), hidden: new Set([...get().hidden, ...files.map(fileName)]) }),
    show: (files: readonly PendingDeletion[]) => {
      const back = new Set(files.map(fileName))
      set({ ...get(), hidden: new Set([...get().hidden].filter((key) => !back.has(key))) })
    },
  }
}

/**
 * Deletes files when the page is left. A worker ends with its page, so the page itself sends requests that
 * the worker signed before.
 */
const createLastRequests = ({ storage, sendDelete }: Deps) => {
  const addresses = new Map<string, string>()
  return {
    /** Asks the worker to sign a request for each file. */
    prepare: (files: readonly PendingDeletion[]) => {
      for (const { level, key } of files)
        void storage.presignedRemove({ level, key }).then((signed) => {
          if (signed.ok) addresses.set(fileName({ level, key }), signed.value)
        })
    },
    /** Sends all requests at once: no code of the page runs after this moment. */
    send: (files: readonly PendingDeletion[]): Remove => {
      const sent = new Map(
        files.map(fileName).map((name) => {
          const address = addresses.get(name)
          return [name, address === undefined ? undefined : sendDelete(address)]
        }),
      )
      return async (file) =>
        // The page may have been suspended for any time before its request failed.
        (await sent.get(fileName(file))) ? ok(true) : removeIfSame(storage)(file)
    },
  }
}

/**
 * Deletions that can be undone. A file leaves the screen at once, and the store when the time for an undo is
 * over or the person leaves. No request is sent before, so an undo cannot fail.
 */
export const createDeletions = (deps: Deps) => {
  const { records, storage, customer, tabs } = deps
  const screen = createScreen()
  const { snapshot, setWaiting, hide, show, isIdle } = screen
  const last = createLastRequests(deps)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Resolves when all running deletions have ended. */
  let deleting: Promise<unknown> = Promise.resolve()
  /** The files that are being deleted. They stay recorded until they are gone. */
  const underWay = new Set<PendingDeletion>()

  /** Records what this tab still has to delete. If the page is closed, the next start deletes it. */
  const record = (): Promise<void> => {
    const pending = [...underWay, ...snapshot().waiting]
    return pending.length > 0 ? records.write(pending) : records.clear()
  }
  /** Removes the pending deletions from the snapshot, and returns them. */
  const take = () => {
    clearTimeout(timer)
    const { waiting } = snapshot()
    setWaiting([])
    return waiting
  }
  const deleteWaiting = async (remove: Remove): Promise<void> => {
    const files = take()
    if (files.length === 0) return
    for (const file of files) underWay.add(file)
    await deleteFiles(deps, files, remove)
    for (const file of files) underWay.delete(file)
    // Files that are gone have left the list by now; files that could not be deleted appear again.
    show(files)
    await record()
  }
  const deleteNow = async (remove: Remove): Promise<void> => {
    deleting = Promise.allSettled([deleting, deleteWaiting(remove)])
    await deleting
  }
  const commit = () =>
    deleteNow(async ({ level, key }) => {
      const removed = await storage.remove({ level, key })
      return removed.ok ? ok(true) : removed
    })
  /** Restarts the time for an undo, or stops it while `held`. */
  const hold = (held: boolean) => {
    clearTimeout(timer)
    if (!isIdle()) timer = setTimeout(() => void commit(), held ? maxHoldTime : undoTime)
  }

  return {
    snapshot,
    subscribe: screen.subscribe,
    /** Starts the time for an undo of these files and of the files that still wait. */
    add: (files: readonly PendingDeletion[]) => {
      hide(files)
      setWaiting([...snapshot().waiting, ...files])
      void record().then(() => tabs.post({ kind: 'pending', customer }))
      last.prepare(files)
      hold(false)
    },
    /** Shows the waiting files again, and returns them. */
    undo: () => {
      const files = take()
      show(files)
      void record()
      return files
    },
    /** Deletes the waiting files now, with requests that outlive the page. */
    leave: () => deleteNow(last.send(snapshot().waiting)),
    /** Deletes the waiting files now if another file needs one of these places. */
    makeRoom: async (places: readonly Pick<PendingDeletion, 'level' | 'key'>[]): Promise<void> => {
      const wanted = new Set(places.map(fileName))
      if (snapshot().waiting.some((file) => wanted.has(fileName(file)))) await commit()
      // The time for an undo may just have ended.
      else if ([...wanted].some((key) => snapshot().hidden.has(key))) await deleting
    },
    hold,
    finishEarlier: () => finishEarlier(deps, screen),
    /**
     * Hides files that other tabs are about to delete, until they are gone or the deletion is undone there.
     * Returns a function that stops listening.
     */
    followTabs: () =>
      tabs.listen((message) => {
        if (message.kind === 'pending' && message.customer === customer) void finishEarlier(deps, screen)
      }),
  }
}

export type DeletionStore = ReturnType<typeof createDeletions>

/** Creates the deletions of a screen. `onFailed` receives the files that could not be deleted. */
export type OpenDeletions = (told: Pick<Deps, 'onFailed'>) => DeletionStore
