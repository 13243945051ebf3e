import type { LiveTask } from '../task/live-task.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { FileCopies } from './file-copies.ts'
import type { Publisher } from '../task/publisher.ts'
import type { Records } from '../task/records.ts'
import { isFinal, type Keeping } from '../../../uploads/task.ts'
import { hasCopy, setSource } from '../task/source.ts'
import { isCopyWhole, watchCopies } from './look-at-copies.ts'
import { nextToCopy } from './next-to-copy.ts'

const gibibyte = 1024 ** 3

/** Bytes. All copies of unfinished uploads together: one half of a match in 1080p, and some clips. */
export const copyBudget = 4 * gibibyte

/**
 * Bytes that the next copy may take. Half of what the browser still grants stays free for the outbox, for
 * downloaded modules, and for the other apps of a phone (docs/decisions/015).
 */
export const roomFor = (keptBytes: number, freeBytes: number): number =>
  Math.max(0, Math.min(copyBudget - keptBytes, Math.floor(freeBytes / 2)))

type Deps = {
  ports: { copies: FileCopies; clock: Clock; log: Log }
  tasks: ReadonlyMap<string, LiveTask>
  records: Pick<Records, 'save'>
  publisher: Pick<Publisher, 'changed'>
  /** Called when a task has lost its file together with its copy. */
  askForFile: (task: LiveTask) => void
}

/**
 * Makes copies of the files that a restart would lose, and deletes copies that their tasks no longer need.
 */
export type CopyQueue = {
  /** Decides which files to copy and which copies to delete; called whenever a task may have changed. */
  wake: () => void
  /** Deletes the copies that tasks of earlier workers left. Nothing is copied before the sweep. */
  sweep: () => Promise<void>
}

const copiedBytes = (tasks: Iterable<LiveTask>): number => {
  let bytes = 0
  for (const { saved, source } of tasks) if (hasCopy(source)) bytes += saved.size
  return bytes
}

const isHeld = ({ source }: LiveTask, file: File): boolean => source.kind === 'held' && source.file === file

const createCopyTask =
  ({ ports: { copies }, tasks, records, publisher }: Deps, written: Set<LiveTask>) =>
  async (task: LiveTask, file: File, signal: AbortSignal): Promise<void> => {
    const { saved } = task
    const finish = (copy: Keeping) => {
      setSource(task, { kind: 'held', file, copy })
      publisher.changed(task)
    }
    const room = roomFor(copiedBytes(tasks.values()), await copies.free())
    // If the file was chosen again meanwhile, the copy may have other bytes.
    const isStale = () => signal.aborted || !isHeld(task, file)
    if (saved.size > room) return isStale() ? undefined : finish({ kind: 'no-room', room })
    const copied = await copies.write(saved.id, file, signal)
    const isWhole = copied.ok && (await isCopyWhole(copies, task))
    if (isWhole && !isStale()) {
      finish({ kind: 'kept' })
      written.add(task)
      return records.save([task])
    }
    await copies.remove(saved.id)
    if (isStale()) return undefined
    return finish(!copied.ok && copied.error === 'full' ? { kind: 'no-room', room: 0 } : { kind: 'not-kept' })
  }

/**
 * Deletes copies that are no longer needed. `written` holds the tasks that have a copy, whether it counts or
 * not.
 */
const createRelease = ({ ports: { copies, log }, tasks }: Deps, written: Set<LiveTask>) => {
  const warn = (error: unknown) => log.warn('A copy could not be deleted', { error: String(error) })
  const remove = async (task: LiveTask, handle?: FileSystemFileHandle) => {
    written.delete(task)
    // Tasks that found no room before can try again now.
    for (const other of tasks.values()) {
      const { source } = other
      if (source.kind === 'held' && source.copy?.kind === 'no-room')
        setSource(other, { kind: 'held', file: source.file })
    }
    await copies.remove(task.saved.id, handle).catch(warn)
  }
  return {
    /** Deletes everything that a task that has ended had. */
    all: (task: LiveTask) => {
      const { source } = task
      if (!hasCopy(source) && source.kind !== 'handle') return
      setSource(task, { kind: 'lost' })
      void remove(task, source.kind === 'handle' ? source.handle : undefined)
    },
    /** Deletes the copies of files that were replaced, unless a task may still read from them. */
    stale: async () => {
      const stale = [...written].filter(({ source, run }) => !hasCopy(source) && !run)
      await Promise.all(stale.map((task) => remove(task)))
    },
  }
}

export const createCopyQueue = (deps: Deps): CopyQueue => {
  const { tasks, ports, publisher } = deps
  const { copies, clock, log } = ports
  const written = new Set<LiveTask>()
  const [copyTask, release] = [createCopyTask(deps, written), createRelease(deps, written)]
  const look = watchCopies(deps)
  /** The pending deletions: no copy is written until they are done. */
  let deletions: Promise<unknown> = Promise.resolve()
  const ended = new WeakSet<LiveTask>()
  let copying: { task: LiveTask; controller: AbortController } | undefined
  let waiting = false

  const end = (task: LiveTask) => {
    ended.add(task)
    // The end of `copy` deletes a copy that is being written.
    if (copying?.task === task) copying.controller.abort()
    else release.all(task)
  }

  const copy = async (task: LiveTask, file: File) => {
    const controller = new AbortController()
    copying = { task, controller }
    await deletions
    await copyTask(task, file, controller.signal).catch((error: unknown) => {
      if (isHeld(task, file)) {
        setSource(task, { kind: 'held', file, copy: { kind: 'not-kept' } })
        publisher.changed(task)
      }
      log.warn('The copy of a file failed', { error: String(error) })
    })
    copying = undefined
    wake()
  }

  const wakeIn = async (ms: number) => {
    if (waiting) return
    waiting = true
    await clock.sleep(ms)
    waiting = false
    wake()
  }

  const wake = () => {
    for (const task of tasks.values()) if (isFinal(task.saved.status) && !ended.has(task)) end(task)
    if (copying) return
    deletions = Promise.all([deletions, release.stale()])
    const { next, wait } = nextToCopy(tasks.values(), clock.elapsed())
    if (next) void copy(next.task, next.file)
    else if (Number.isFinite(wait)) void wakeIn(wait)
  }

  const sweep = async () => {
    const left = () => [...tasks.values()].filter(({ saved }) => !isFinal(saved.status))
    const copied = left().filter(({ source }) => hasCopy(source))
    for (const task of copied) written.add(task)
    const ids = new Set(copied.map(({ saved }) => saved.id))
    const handles = () => left().flatMap(({ source }) => (source.kind === 'handle' ? source.handle : []))
    const swept = copies
      .sweep(ids, handles)
      .catch((error: unknown) => log.warn('Old copies could not be deleted', { error: String(error) }))
    deletions = Promise.all([deletions, swept])
    await swept
    await look()
  }

  return { wake, sweep }
}
