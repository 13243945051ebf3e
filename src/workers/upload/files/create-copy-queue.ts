import type { Clock } from '../../../lib/time/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { isFinal, type CopyStatus } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import type { TaskRecords } from '../task/records.ts'
import { hasCopy, setSource } from '../task/source.ts'
import type { FileCopies } from './file-copies.ts'
import { findNextToCopy } from './next-to-copy.ts'
import { isCopyComplete, watchCopies } from './watch-copies.ts'

const gibibyte = 1024 ** 3

/** The maximum size of all copies together: enough for one half of a match in 1080p and some clips. */
export const copyBudgetBytes = 4 * gibibyte

/**
 * Returns how many bytes the next copy may use. Half of the space that the browser still grants stays free
 * for the outbox, for downloaded modules, and for the other apps of a phone (docs/decisions/015).
 */
export const getRoomForCopy = (copiedBytes: number, freeBytes: number): number =>
  Math.max(0, Math.min(copyBudgetBytes - copiedBytes, Math.floor(freeBytes / 2)))

type Deps = {
  ports: { copies: FileCopies; clock: Clock; log: Log }
  tasks: ReadonlyMap<string, LiveTask>
  records: Pick<TaskRecords, 'save'>
  publisher: Pick<Publisher, 'publishTask'>
  /** Called when a task has lost its file together with its copy. */
  askForFile: (task: LiveTask) => void
}

/**
 * Makes copies of the files that a restart would lose, and deletes copies that their tasks no longer need.
 */
export type CopyQueue = {
  /** Decides which files to copy and which copies to delete; called whenever a task may have changed. */
  wake: () => void
  /**
   * Deletes the copies that earlier workers left and that no unfinished task needs. No copy is written until
   * that is done.
   */
  sweep: () => Promise<void>
}

const sumCopyBytes = (tasks: Iterable<LiveTask>): number => {
  let bytes = 0
  for (const { saved, source } of tasks) if (hasCopy(source)) bytes += saved.size
  return bytes
}

/** Whether a task still has this file in memory. */
const isHeld = ({ source }: LiveTask, file: File): boolean => source.kind === 'held' && source.file === file

/**
 * Creates a function that copies the file of a task, and sets the outcome in the task: a complete copy, no
 * room for it, or another failure. `tasksWithCopy` receives the task if it has a copy now.
 */
const createMakeCopy =
  ({ ports: { copies }, tasks, records, publisher }: Deps, tasksWithCopy: Set<LiveTask>) =>
  async (task: LiveTask, file: File, signal: AbortSignal): Promise<void> => {
    const { saved } = task
    /** Whether the copy is no longer needed, because the task has ended or its file was chosen again. */
    const isObsolete = () => signal.aborted || !isHeld(task, file)
    const setCopyStatus = (copyStatus: CopyStatus) => {
      setSource(task, { kind: 'held', file, copy: copyStatus })
      publisher.publishTask(task)
    }
    const room = getRoomForCopy(sumCopyBytes(tasks.values()), await copies.getFreeBytes())
    if (saved.size > room) {
      if (!isObsolete()) setCopyStatus({ kind: 'no-room', room })
      return
    }
    const writeResult = await copies.write(saved.id, file, signal)
    const isComplete = writeResult.ok && (await isCopyComplete(copies, task))
    if (isComplete && !isObsolete()) {
      setCopyStatus({ kind: 'kept' })
      tasksWithCopy.add(task)
      await records.save([task])
      return
    }
    await copies.remove(saved.id)
    if (isObsolete()) return
    const isFull = !writeResult.ok && writeResult.error === 'full'
    setCopyStatus(isFull ? { kind: 'no-room', room: 0 } : { kind: 'not-kept' })
  }

/**
 * Deletes copies that are no longer needed. `tasksWithCopy` are the tasks that have a copy, including copies
 * that are no longer used because the file was replaced.
 */
const createRelease = ({ ports: { copies, log }, tasks }: Deps, tasksWithCopy: Set<LiveTask>) => {
  const warn = (error: unknown) => log.warn('A copy could not be deleted', { error: String(error) })
  const remove = async (task: LiveTask, handle?: FileSystemFileHandle) => {
    tasksWithCopy.delete(task)
    // Tasks that found no room before can be copied now, so their status is reset.
    for (const other of tasks.values()) {
      const { source } = other
      if (source.kind === 'held' && source.copy?.kind === 'no-room')
        setSource(other, { kind: 'held', file: source.file })
    }
    await copies.remove(task.saved.id, handle).catch(warn)
  }
  return {
    /**
     * Deletes the copy of a task that has ended, or the file that another app shared for it. Such a file has
     * a handle. `copies.remove` ignores the handle of any other file.
     */
    releaseTask: (task: LiveTask) => {
      const { source } = task
      if (!hasCopy(source) && source.kind !== 'handle') return
      setSource(task, { kind: 'lost' })
      void remove(task, source.kind === 'handle' ? source.handle : undefined)
    },
    /** Deletes the copies of files that were replaced, unless a task may still read from them. */
    releaseReplaced: async () => {
      const tasksWithUnusedCopy = [...tasksWithCopy].filter(({ source, run }) => !hasCopy(source) && !run)
      await Promise.all(tasksWithUnusedCopy.map((task) => remove(task)))
    },
  }
}

/** Creates the queue. It writes one copy at a time, and first deletes the copies that are not needed. */
export const createCopyQueue = (deps: Deps): CopyQueue => {
  const { tasks, ports, publisher } = deps
  const { copies, clock, log } = ports
  const tasksWithCopy = new Set<LiveTask>()
  const makeCopy = createMakeCopy(deps, tasksWithCopy)
  const { releaseTask, releaseReplaced } = createRelease(deps, tasksWithCopy)
  const checkCopies = watchCopies(deps)
  /** Resolves when the planned deletions have ended. No copy is written before that. */
  let deletions: Promise<unknown> = Promise.resolve()
  /** The tasks that were found to have ended. Their copies are deleted, or are about to be. */
  const endedTasks = new WeakSet<LiveTask>()
  /** The copy that is being written. */
  let currentCopy: { task: LiveTask; controller: AbortController } | undefined
  let isWakePlanned = false

  const endTask = (task: LiveTask) => {
    endedTasks.add(task)
    // If the copy is being written, `makeCopy` deletes it when it notices the abort.
    if (currentCopy?.task === task) currentCopy.controller.abort()
    else releaseTask(task)
  }

  const runCopy = async (task: LiveTask, file: File) => {
    const controller = new AbortController()
    currentCopy = { task, controller }
    await deletions
    await makeCopy(task, file, controller.signal).catch((error: unknown) => {
      if (isHeld(task, file)) {
        setSource(task, { kind: 'held', file, copy: { kind: 'not-kept' } })
        publisher.publishTask(task)
      }
      log.warn('The copy of a file failed', { error: String(error) })
    })
    currentCopy = undefined
    wake()
  }

  const wakeIn = async (ms: number) => {
    if (isWakePlanned) return
    isWakePlanned = true
    await clock.sleep(ms)
    isWakePlanned = false
    wake()
  }

  const wake = () => {
    for (const task of tasks.values()) if (isFinal(task.saved.status) && !endedTasks.has(task)) endTask(task)
    if (currentCopy) return
    deletions = Promise.all([deletions, releaseReplaced()])
    const { fileToCopy, waitMs } = findNextToCopy(tasks.values(), clock.elapsed())
    if (fileToCopy) void runCopy(fileToCopy.task, fileToCopy.file)
    else if (Number.isFinite(waitMs)) void wakeIn(waitMs)
  }

  const sweep = async () => {
    const listUnfinished = () => [...tasks.values()].filter(({ saved }) => !isFinal(saved.status))
    const tasksToKeep = listUnfinished().filter(({ source }) => hasCopy(source))
    for (const task of tasksToKeep) tasksWithCopy.add(task)
    const ids = new Set(tasksToKeep.map(({ saved }) => saved.id))
    const listHandles = () =>
      listUnfinished().flatMap(({ source }) => (source.kind === 'handle' ? source.handle : []))
    const sweepEnd = copies
      .sweep(ids, listHandles)
      .catch((error: unknown) => log.warn('Old copies could not be deleted', { error: String(error) }))
    deletions = Promise.all([deletions, sweepEnd])
    await sweepEnd
    await checkCopies()
  }

  return { wake, sweep }
}
