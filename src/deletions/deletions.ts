import { createStore } from '../lib/create-store.ts'
import type { StorageCalls, StorageProblem } from '../uploads/storage-calls.ts'
import type { DeletionRecords, PendingDeletion } from './deletion-records.ts'
import { mapConcurrently } from '../lib/map-concurrently.ts'

/** ms in which a deletion can be undone; it does not pass while the person is at the button */
export const undoTime = 10_000
/** ms that a tab has for deleting what is due before another one does it */
const ownerGrace = 2000
/** ms; a person who is at the button longer has left the device */
const longestHold = 600_000

export type Deletions = {
  /** Not shown any more: deleted, or about to be. */
  hidden: ReadonlySet<string>
  /** What can still be undone. */
  waiting: readonly PendingDeletion[]
}

type Deps = {
  storage: Pick<StorageCalls, 'head' | 'remove'>
  records: DeletionRecords
  /** ms since epoch */
  now: () => number
  onGone: (files: readonly PendingDeletion[]) => void
  onFailed: (problem: StorageProblem, files: readonly PendingDeletion[]) => void
}

/** The name of a file among those of all levels. */
export const hiddenKey = ({ level, key }: Pick<PendingDeletion, 'level' | 'key'>): string => `${level}/${key}`

/** What the screen shows of deletions. */
const createScreen = () => {
  const { get, set, subscribe } = createStore<Deletions>({ hidden: new Set(), waiting: [] })
  return {
    snapshot: get,
    subscribe,
    /** Nothing waits that could be undone. */
    isIdle: () => get().waiting.length === 0,
    setWaiting: (waiting: readonly PendingDeletion[]) => set({ ...get(), waiting }),
    hide: (files: readonly PendingDeletion[]) =>
      set({ ...get(), hidden: new Set([...get().hidden, ...files.map(hiddenKey)]) }),
    show: (files: readonly PendingDeletion[]) => {
      const back = new Set(files.map(hiddenKey))
      set({ ...get(), hidden: new Set([...get().hidden].filter((key) => !back.has(key))) })
    },
  }
}

type Screen = ReturnType<typeof createScreen>

const wasDone = (problem: StorageProblem | undefined) => problem === undefined || problem.kind === 'not-found'

/** Deletes files for good, and reports which are gone and which are not. */
const deleteFiles = async (
  { storage, onGone, onFailed }: Deps,
  files: readonly PendingDeletion[],
): Promise<void> => {
  const problems = await mapConcurrently(files, async ({ level, key }) => {
    const removed = await storage.remove({ level, key })
    return removed.ok ? undefined : removed.error
  })
  onGone(files.filter((_, index) => wasDone(problems[index])))
  const failed = files.filter((_, index) => !wasDone(problems[index]))
  const problem = problems.find((one) => !wasDone(one))
  if (problem) onFailed(problem, failed)
}

/** Whether a file is still the one that was to be deleted: its key may have got another one since. */
const isSame = async ({ storage }: Deps, { level, key, eTag }: PendingDeletion): Promise<boolean> => {
  // The tab that was closed may have deleted it, and not have heard of it.
  const found = await storage.head({ level, key, mayBeMissing: true })
  return found.ok && found.value.eTag === eTag
}

/**
 * Completes the deletions that closed tabs left, and hides the files of open tabs' deletions meanwhile.
 */
const finishEarlier = async (
  deps: Deps,
  screen: Screen,
  hidden: readonly PendingDeletion[] = [],
): Promise<void> => {
  const { records, now } = deps
  const { due, pending, next } = await records.takeOver(now(), now() + ownerGrace)
  screen.show(hidden)
  screen.hide([...due, ...pending])
  if (next !== undefined) setTimeout(() => void finishEarlier(deps, screen, pending), next - now() + 1)
  if (due.length === 0) return
  const same = await mapConcurrently(due, (file) => isSame(deps, file))
  await deleteFiles(
    deps,
    due.filter((_, index) => same[index]),
  )
  screen.show(due)
  if (screen.isIdle()) await records.clear()
}

/**
 * Deletions that can be undone: files leave the screen at once, and the store when the time for an undo is over or the
 * person leaves. Until then nothing is sent, so an undo cannot fail.
 */
export const createDeletions = (deps: Deps) => {
  const { records, now } = deps
  const screen = createScreen()
  const { snapshot, setWaiting, hide, show, isIdle } = screen
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
  const deleteWaiting = async (): Promise<void> => {
    const files = take()
    if (files.length === 0) return
    await deleteFiles(deps, files)
    // What is gone has left the list by now; what could not be deleted comes back.
    show(files)
    if (isIdle()) await records.clear()
  }
  const commit = async (): Promise<void> => {
    deleting = Promise.allSettled([deleting, deleteWaiting()])
    await deleting
  }
  /** Begins the time for an undo again, or has it stand still. */
  const hold = (held: boolean) => {
    clearTimeout(timer)
    if (isIdle()) return
    void records.write(snapshot().waiting, now() + (held ? longestHold : undoTime + ownerGrace))
    if (!held) timer = setTimeout(() => void commit(), undoTime)
  }

  return {
    snapshot,
    subscribe: screen.subscribe,
    /** Begins the time for an undo, of these files and of those that still wait. */
    add: (files: readonly PendingDeletion[]) => {
      hide(files)
      setWaiting([...snapshot().waiting, ...files])
      hold(false)
    },
    /** Brings back what waits, and returns it. */
    undo: () => {
      const files = take()
      show(files)
      void records.clear()
      return files
    },
    /** Deletes what waits, now. */
    commit,
    /** Deletes what waits, now, where one of these places is wanted for another file. */
    makeRoom: async (places: readonly Pick<PendingDeletion, 'level' | 'key'>[]): Promise<void> => {
      const wanted = new Set(places.map(hiddenKey))
      if (snapshot().waiting.some((file) => wanted.has(hiddenKey(file)))) await commit()
      // The time for an undo may just have ended.
      else if ([...wanted].some((key) => snapshot().hidden.has(key))) await deleting
    },
    hold,
    finishEarlier: () => finishEarlier(deps, screen),
  }
}

export type DeletionStore = ReturnType<typeof createDeletions>
