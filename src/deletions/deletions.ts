import { createStore } from '../lib/create-store.ts'
import { ok } from '../lib/result.ts'
import type { StorageCalls } from '../uploads/storage-calls.ts'
import { deleteFiles, removeIfSame, type DeletionDeps, type Remove } from './delete-files.ts'
import { fileName, type DeletionRecords, type PendingDeletion } from './deletion-records.ts'
import type { DeletionTabs } from './deletion-tabs.ts'
import { finishEarlier } from './finish-earlier.ts'

/** ms in which a deletion can be undone; it does not pass while the person is at the button */
export const undoTime = 10_000
/** ms; a person who is at the button longer has left the device */
export const longestHold = 600_000

export type Deletions = {
  /** Not shown any more: deleted, or about to be. */
  hidden: ReadonlySet<string>
  /** What can still be undone. */
  waiting: readonly PendingDeletion[]
  /** `hidden` has what earlier visits left to delete. */
  isReady: boolean
}

type Deps = DeletionDeps & {
  storage: Pick<StorageCalls, 'head' | 'remove' | 'presignedRemove'>
  records: DeletionRecords
  customer: string
  tabs: DeletionTabs
  /** Sends a DELETE that outlives the page; resolves to whether it succeeded. */
  sendDelete: (address: string) => Promise<boolean>
}

/** What the screen shows of deletions. */
const createScreen = () => {
  const { get, set, subscribe } = createStore<Deletions>({ hidden: new Set(), waiting: [], isReady: false })
  return {
    snapshot: get,
    subscribe,
    /** Nothing waits that could be undone. */
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

/** Deletes files as the page is left: a worker ends with its page, so the page itself sends what the worker signed before. */
const createLastRequests = ({ storage, sendDelete }: Deps) => {
  const addresses = new Map<string, string>()
  return {
    /** Has the request for each file signed. */
    prepare: (files: readonly PendingDeletion[]) => {
      for (const { level, key } of files)
        void storage.presignedRemove({ level, key }).then((signed) => {
          if (signed.ok) addresses.set(fileName({ level, key }), signed.value)
        })
    },
    /** Sends them all at once: in a page that is left nothing runs after this moment. */
    send: (files: readonly PendingDeletion[]): Remove => {
      const sent = new Map(
        files.map(fileName).map((name) => {
          const address = addresses.get(name)
          return [name, address === undefined ? undefined : sendDelete(address)]
        }),
      )
      return async (file) =>
        // Nobody knows how long a page was put aside before its request failed.
        (await sent.get(fileName(file))) ? ok(true) : removeIfSame(storage)(file)
    },
  }
}

/**
 * Deletions that can be undone: files leave the screen at once, and the store when the time for an undo is over or the
 * person leaves. Until then nothing is sent, so an undo cannot fail.
 */
export const createDeletions = (deps: Deps) => {
  const { records, storage, customer, tabs } = deps
  const screen = createScreen()
  const { snapshot, setWaiting, hide, show, isIdle } = screen
  const last = createLastRequests(deps)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Resolves when nothing is being deleted any more. */
  let deleting: Promise<unknown> = Promise.resolve()

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
    await deleteFiles(deps, files, remove)
    // What is gone has left the list by now; what could not be deleted comes back.
    show(files)
    if (isIdle()) await records.clear()
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
  /** Begins the time for an undo again, or has it stand still. */
  const hold = (held: boolean) => {
    clearTimeout(timer)
    if (!isIdle()) timer = setTimeout(() => void commit(), held ? longestHold : undoTime)
  }

  return {
    snapshot,
    subscribe: screen.subscribe,
    /** Begins the time for an undo, of these files and of those that still wait. */
    add: (files: readonly PendingDeletion[]) => {
      hide(files)
      setWaiting([...snapshot().waiting, ...files])
      void records.write(snapshot().waiting).then(() => tabs.tell({ kind: 'pending', customer }))
      last.prepare(files)
      hold(false)
    },
    /** Brings back what waits, and returns it. */
    undo: () => {
      const files = take()
      show(files)
      void records.clear()
      return files
    },
    /** Deletes what waits, now, by requests that outlive the page. */
    leave: () => deleteNow(last.send(snapshot().waiting)),
    /** Deletes what waits, now, where one of these places is wanted for another file. */
    makeRoom: async (places: readonly Pick<PendingDeletion, 'level' | 'key'>[]): Promise<void> => {
      const wanted = new Set(places.map(fileName))
      if (snapshot().waiting.some((file) => wanted.has(fileName(file)))) await commit()
      // The time for an undo may just have ended.
      else if ([...wanted].some((key) => snapshot().hidden.has(key))) await deleting
    },
    hold,
    finishEarlier: () => finishEarlier(deps, screen),
    /** Hides what other tabs are about to delete, until it is gone or undone there; returns how to stop. */
    followTabs: () =>
      tabs.listen((told) => {
        if (told.kind === 'pending' && told.customer === customer) void finishEarlier(deps, screen)
      }),
  }
}

export type DeletionStore = ReturnType<typeof createDeletions>

/** Begins the deletions of a screen, which hears what could not be deleted. */
export type OpenDeletions = (told: Pick<Deps, 'onFailed'>) => DeletionStore
