import type { SavedTask } from './saved-task.ts'
import type { LiveTask } from './live-task.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { UploadStore } from './upload-store.ts'
import type { Publisher } from './publisher.ts'

/** The saved side of the tasks. If the database fails, the page says so and the upload continues. */
export type Records = {
  /**
   * Resolves to the saved tasks; undefined if they cannot be read. `late` receives them if reading took
   * longer than the timeout.
   */
  load: (late: (saved: SavedTask[]) => void) => Promise<SavedTask[] | undefined>
  /**
   * Resolves when the tasks are on the disk, or cannot be saved; at once while the database is known to fail.
   */
  save: (tasks: LiveTask[]) => Promise<void>
  remove: (tasks: LiveTask[]) => Promise<void>
  has: (task: LiveTask) => boolean
}

type Ports = { store: UploadStore; log: Log; clock: Clock }
type Batch = { saved: Map<string, SavedTask>; removed: Set<string> }

/** ms. A transaction can stay pending indefinitely, and opening the database can take 20 s. */
const timeout = 8000

const emptyBatch = (): Batch => ({ saved: new Map(), removed: new Set() })

/** Adds what could not be written to the next batch, unless the next batch has something newer. */
const putBack = ({ saved, removed }: Batch, next: Batch): void => {
  const isNewer = (id: string) => next.saved.has(id) || next.removed.has(id)
  for (const [id, task] of saved) if (!isNewer(id)) next.saved.set(id, task)
  for (const id of removed) if (!isNewer(id)) next.removed.add(id)
}

/** Adds a timeout to a database request. A request that timed out may still complete. */
const createWithin =
  (clock: Ports['clock']) =>
  async <T>(work: Promise<T>): Promise<T> => {
    const ended = new AbortController()
    const late = clock.sleep(timeout, ended.signal).then(() => {
      throw new Error('The database did not respond.')
    })
    return Promise.race([work, late]).finally(() => ended.abort())
  }

/**
 * Whether the database works, as the page shows it. The next successful write ends a failure: it includes
 * everything that was not written.
 */
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
 * Writes one batch at a time. Changes that arrive while the disk is busy go together into the next batch, so
 * that thousands of small files do not each wait for the disk. A failed batch is written again with the next
 * one.
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
        // A pending save does not bring back a task that was removed.
        if (next.removed.has(saved.id)) continue
        saved.lastTouched = clock.now()
        saved.acknowledged = progress.acknowledgedBytes()
        onDisk.add(saved.id)
        next.saved.set(saved.id, saved)
      }
      const written = writer.written()
      // The page shows the failure: no upload waits for the next try, which may time out again.
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

/** Whether a task was cancelled and nothing of it is left: no request is under way, and the store knows. */
export const isDiscarded = (task: LiveTask, { has }: Pick<Records, 'has'>): boolean =>
  task.saved.status.state === 'CANCELLED' && !task.run && !has(task)
