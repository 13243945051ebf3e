import type { SavedTask } from './saved-task.ts'
import type { LiveTask } from './live-task.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { UploadStore } from './upload-store.ts'
import type { Publisher } from './publisher.ts'

/** The saved side of the tasks. A database that fails does not stop an upload: the page says so, and the upload continues. */
export type Records = {
  /** What is on the disk; undefined where it cannot be read. `late` hears of it where that took too long to wait for. */
  load: (late: (saved: SavedTask[]) => void) => Promise<SavedTask[] | undefined>
  /** Resolves when the tasks are on the disk, or cannot be; at once while the database is known to fail. */
  save: (tasks: LiveTask[]) => Promise<void>
  remove: (tasks: LiveTask[]) => Promise<void>
  has: (task: LiveTask) => boolean
}

type Ports = { store: UploadStore; log: Log; clock: Clock }
type Batch = { saved: Map<string, SavedTask>; removed: Set<string> }

/** ms; a transaction can stay pending for ever, and an opening of the database for 20 s. */
const timeout = 8000

const emptyBatch = (): Batch => ({ saved: new Map(), removed: new Set() })

/** What could not be written is there to be written again, but for what is newer. */
const putBack = ({ saved, removed }: Batch, next: Batch): void => {
  const isNewer = (id: string) => next.saved.has(id) || next.removed.has(id)
  for (const [id, task] of saved) if (!isNewer(id)) next.saved.set(id, task)
  for (const id of removed) if (!isNewer(id)) next.removed.add(id)
}

/** A request to the database with a timeout. One that timed out may be done all the same. */
const createWithin =
  (clock: Ports['clock']) =>
  async <T>(work: Promise<T>): Promise<T> => {
    const ended = new AbortController()
    const late = clock.sleep(timeout, ended.signal).then(() => {
      throw new Error('The database did not respond.')
    })
    return Promise.race([work, late]).finally(() => ended.abort())
  }

/** Whether the database works, as the page shows it. A failure is over with the next success: that one wrote everything. */
const createHealth = (log: Ports['log'], publisher: Pick<Publisher, 'durable'>) => {
  let isBroken = false
  const report = (broken: boolean) => {
    isBroken = broken
    publisher.durable(!broken)
  }
  return {
    isBroken: () => isBroken,
    works: () => report(false),
    fails: (error: unknown) => {
      log.error('Uploads cannot be saved on this device', { error: String(error) })
      report(true)
    },
  }
}

/**
 * Writes one batch at a time: what comes while the disk is busy goes together into the next one, so that thousands of
 * small files do not wait for a disk each. A batch that fails goes with the next one.
 */
const createWriter = (write: (batch: Batch) => Promise<boolean>) => {
  let next = emptyBatch()
  let writing: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  const writeNext = async () => {
    const batch = next
    next = emptyBatch()
    queued = undefined
    if (!(await write(batch))) putBack(batch, next)
  }

  return {
    next: () => next,
    /** Resolves when the next batch is written. */
    written: (): Promise<void> => {
      queued ??= writing = writing.then(writeNext)
      return queued
    },
  }
}

export const createRecords = (
  { store, log, clock }: Ports,
  publisher: Pick<Publisher, 'durable'>,
): Records => {
  const onDisk = new Set<string>()
  const within = createWithin(clock)
  const health = createHealth(log, publisher)
  const writer = createWriter(async ({ saved, removed }) => {
    try {
      await within(store.write([...saved.values()], [...removed]))
      health.works()
      return true
    } catch (error) {
      health.fails(error)
      return false
    }
  })

  return {
    load: async (late) => {
      const loading = store.load().then((saved) => {
        for (const { id } of saved) onDisk.add(id)
        return saved
      })
      try {
        return await within(loading)
      } catch (error) {
        health.fails(error)
        void loading.then(late, () => undefined)
        return undefined
      }
    },
    save: async (tasks) => {
      if (tasks.length === 0) return
      const next = writer.next()
      for (const { saved, progress } of tasks) {
        // A task that was removed does not come back through a save that was under way.
        if (next.removed.has(saved.id)) continue
        saved.lastTouched = clock.now()
        saved.acknowledged = progress.acknowledgedBytes()
        onDisk.add(saved.id)
        next.saved.set(saved.id, saved)
      }
      const written = writer.written()
      // The page shows it: no upload waits for the next try, which may time out again.
      if (!health.isBroken()) await written
    },
    remove: async (tasks) => {
      const next = writer.next()
      for (const { saved } of tasks) {
        onDisk.delete(saved.id)
        next.saved.delete(saved.id)
        next.removed.add(saved.id)
      }
      await writer.written()
    },
    has: ({ saved }) => onDisk.has(saved.id),
  }
}

/** Whether a task was cancelled and nothing of it is left: none of its requests is under way, and the store knows. */
export const isDiscarded = (task: LiveTask, { has }: Pick<Records, 'has'>): boolean =>
  task.saved.status.state === 'CANCELLED' && !task.run && !has(task)
