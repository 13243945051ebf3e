import type { LiveTask } from '../task/live-task.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { FileCopies } from './file-copies.ts'
import type { Publisher } from '../task/publisher.ts'
import type { Records } from '../task/records.ts'
import { isFinal } from '../../../uploads/task.ts'
import { roomFor } from './copy-budget.ts'
import { nextToCopy } from './next-to-copy.ts'

type Deps = {
  ports: { copies: FileCopies; clock: Clock; log: Log }
  tasks: ReadonlyMap<string, LiveTask>
  records: Pick<Records, 'save'>
  publisher: Pick<Publisher, 'changed'>
}

/** Keeps copies of the files that a restart would lose, for as long as their tasks need them. */
export type Keeper = {
  /** Looks what is to be copied and what can go; called whenever a task may have changed. */
  wake: () => void
  /** Deletes what tasks of earlier lives left; nothing is copied before. */
  sweep: () => Promise<void>
}

const keptBytes = (tasks: Iterable<LiveTask>): number => {
  let bytes = 0
  for (const { saved } of tasks) if (saved.kept) bytes += saved.size
  return bytes
}

const createCopyTask = ({ ports: { copies }, tasks, records, publisher }: Deps, written: Set<LiveTask>) => {
  const unkept = (task: LiveTask, reason: LiveTask['unkept']) => {
    if (reason) task.unkept = reason
    publisher.changed(task)
  }

  return async (task: LiveTask, file: File, signal: AbortSignal): Promise<void> => {
    const { saved } = task
    const room = roomFor(keptBytes(tasks.values()), await copies.free())
    if (saved.size > room) return unkept(task, { kind: 'no-room', room })
    const copied = await copies.write(saved.id, file, signal)
    // Chosen again while it was copied: the copy may be that of other bytes.
    const isStale = signal.aborted || task.file !== file
    if (copied.ok && !isStale) {
      saved.kept = true
      written.add(task)
      publisher.changed(task)
      return records.save([task])
    }
    await copies.remove(saved.id)
    if (isStale || copied.ok) return undefined
    return unkept(task, copied.error === 'full' ? { kind: 'no-room', room: 0 } : { kind: 'not-kept' })
  }
}

/** Deletes what is needed no more. `written` are the tasks that have a copy, counted or not. */
const createRelease = ({ ports: { copies, log }, tasks }: Deps, written: Set<LiveTask>) => {
  const warn = (error: unknown) => log.warn('A copy could not be deleted', { error: String(error) })
  const remove = async (task: LiveTask, handle?: FileSystemFileHandle) => {
    written.delete(task)
    // There is room now for what had none.
    for (const other of tasks.values()) if (other.unkept?.kind === 'no-room') delete other.unkept
    await copies.remove(task.saved.id, handle).catch(warn)
  }
  return {
    /** What was kept for a task that has ended. */
    all: (task: LiveTask) => {
      const { kept, handle } = task.saved
      if (!kept && !handle) return
      delete task.saved.kept
      void remove(task, handle)
    },
    /** The copies of files that were given up for others; not while a task may still read from one. */
    stale: async () => {
      const stale = [...written].filter(({ saved, run }) => !saved.kept && !run)
      await Promise.all(stale.map((task) => remove(task)))
    },
  }
}

/** What is being deleted: no copy is written until that is done. */
const createDeletions = () => {
  let all: Promise<void> = Promise.resolve()
  return {
    begin: (deleting: Promise<void>) => {
      const before = all
      all = deleting.then(() => before)
    },
    done: () => all,
  }
}

export const createKeeper = (deps: Deps): Keeper => {
  const { tasks, ports } = deps
  const { copies, clock, log } = ports
  const written = new Set<LiveTask>()
  const [copyTask, release] = [createCopyTask(deps, written), createRelease(deps, written)]
  const deletions = createDeletions()
  const ended = new WeakSet<LiveTask>()
  let copying: { task: LiveTask; controller: AbortController } | undefined
  let waiting = false

  const end = (task: LiveTask) => {
    ended.add(task)
    // A copy that is being written is deleted by its own end.
    if (copying?.task === task) copying.controller.abort()
    else release.all(task)
  }

  const copy = async (task: LiveTask, file: File) => {
    const controller = new AbortController()
    copying = { task, controller }
    await deletions.done()
    await copyTask(task, file, controller.signal).catch((error: unknown) => {
      task.unkept = { kind: 'not-kept' }
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
    deletions.begin(release.stale())
    const { task, wait } = nextToCopy(tasks.values(), clock.elapsed())
    if (task?.file) void copy(task, task.file)
    else if (Number.isFinite(wait)) void wakeIn(wait)
  }

  const sweep = async () => {
    const left = () => [...tasks.values()].filter(({ saved }) => !isFinal(saved.status))
    const kept = left().filter(({ saved }) => saved.kept)
    for (const task of kept) written.add(task)
    const ids = new Set(kept.map(({ saved }) => saved.id))
    const handles = () => left().flatMap(({ saved: { handle } }) => handle ?? [])
    const swept = copies
      .sweep(ids, handles)
      .catch((error: unknown) => log.warn('Old copies could not be deleted', { error: String(error) }))
    deletions.begin(swept)
    await swept
  }

  return { wake, sweep }
}
