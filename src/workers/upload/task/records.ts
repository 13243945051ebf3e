import { withTimeLimit } from '../../../lib/async/time-limit.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { LiveTask } from './live-task.ts'
import type { Publisher } from './publisher.ts'
import type { SavedTask } from './saved-task.ts'
import type { TaskDatabase } from './task-database.ts'
import type { TaskList } from './task-list.ts'

/** The saved side of the tasks. If the database fails, the page says so and the upload continues. */
export type TaskRecords = {
  /**
   * Resolves to the saved tasks; undefined if they cannot be read. `onLate` receives them if reading took
   * longer than the timeout.
   */
  load: (onLate: (saved: SavedTask[]) => void) => Promise<SavedTask[] | undefined>
  /**
   * Stamps the tasks with the time and the acknowledged bytes, and writes them. Resolves when they are on the
   * disk, or cannot be saved; at once while the database is known to fail.
   */
  save: (tasks: LiveTask[]) => Promise<void>
  remove: (tasks: LiveTask[]) => Promise<void>
  /** Whether a task is in the database, or is about to be written to it. */
  has: (task: LiveTask) => boolean
}

type Ports = { database: TaskDatabase; log: Log; clock: Clock }
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

/** Rejects when a database request takes too long. A request that timed out may still complete. */
const createWithTimeout =
  ({ sleep }: Pick<Clock, 'sleep'>) =>
  async <T>(request: Promise<T>): Promise<T> => {
    const result = await withTimeLimit(
      request.then((value) => ({ value })),
      timeout,
      sleep,
    )
    if (!result) throw new Error('The database did not respond.')
    return result.value
  }

/**
 * In ms, from a failure to its report. A browser that leaves a page may end the connections to its database
 * some time before it ends its worker, which cannot know that the page is left.
 */
const reportDelay = 5000

/**
 * Whether saved tasks survive a restart, as the page shows it. The next successful write ends a failure: it
 * includes everything that was not written. A failure that lasts is reported.
 */
const createDurability = (
  { log, clock: { sleep } }: Pick<Ports, 'log' | 'clock'>,
  publisher: Pick<Publisher, 'setDurable'>,
) => {
  let isDurable = true
  const setDurable = (durable: boolean) => {
    isDurable = durable
    publisher.setDurable(durable)
  }
  const reportLasting = async (error: unknown) => {
    await sleep(reportDelay)
    if (!isDurable) log.error('Uploads cannot be saved on this device', { error: String(error) })
  }
  return {
    isDurable: () => isDurable,
    onWritten: () => setDurable(true),
    onFailed: (error: unknown) => {
      setDurable(false)
      void reportLasting(error)
    },
  }
}

/**
 * Writes one batch at a time. Changes that arrive while the disk is busy go together into the next batch, so
 * that thousands of small files do not each wait for the disk. A failed batch is written again with the next
 * one. `write` resolves to whether it has written a batch.
 */
const createWriter = (write: (batch: Batch) => Promise<boolean>) => {
  let next = emptyBatch()
  /** Resolves when the batches so far are written. */
  let writing: Promise<void> = Promise.resolve()
  /** Resolves when the next batch is written. Undefined until a write of it is planned. */
  let nextWrite: Promise<void> | undefined

  const writeNext = async () => {
    const batch = next
    next = emptyBatch()
    nextWrite = undefined
    if (!(await write(batch))) putBack(batch, next)
  }

  return {
    /** Adds a task to the next batch. */
    save: (task: SavedTask) => {
      next.saved.set(task.id, task)
    },
    remove: (id: string) => {
      next.saved.delete(id)
      next.removed.add(id)
    },
    /** Whether the next batch removes a task. */
    isRemoved: (id: string) => next.removed.has(id),
    /** Writes the next batch as soon as the disk is free. Resolves when it is written. */
    flush: (): Promise<void> => {
      if (!nextWrite) {
        nextWrite = writing.then(writeNext)
        writing = nextWrite
      }
      return nextWrite
    },
  }
}

export const createTaskRecords = (
  { database, log, clock }: Ports,
  publisher: Pick<Publisher, 'setDurable'>,
): TaskRecords => {
  /** The ids of the tasks that are in the database, or are about to be written to it. */
  const recorded = new Set<string>()
  const withTimeout = createWithTimeout(clock)
  const durability = createDurability({ log, clock }, publisher)
  const writer = createWriter(async ({ saved, removed }) => {
    try {
      await withTimeout(database.write([...saved.values()], [...removed]))
      durability.onWritten()
      return true
    } catch (error) {
      durability.onFailed(error)
      return false
    }
  })

  return {
    load: async (onLate) => {
      const loading = database.load().then((saved) => {
        for (const { id } of saved) recorded.add(id)
        return saved
      })
      try {
        return await withTimeout(loading)
      } catch (error) {
        durability.onFailed(error)
        // A later failure needs no second report.
        void loading.then(onLate, () => undefined)
        return undefined
      }
    },
    save: async (tasks) => {
      if (tasks.length === 0) return
      for (const { saved, progress } of tasks) {
        // A save does not bring back a task that was removed meanwhile.
        if (writer.isRemoved(saved.id)) continue
        saved.lastTouched = clock.now()
        saved.acknowledged = progress.acknowledgedBytes()
        recorded.add(saved.id)
        writer.save(saved)
      }
      const written = writer.flush()
      // The page shows the failure: no upload waits for the next try, which may time out again.
      if (durability.isDurable()) await written
    },
    remove: async (tasks) => {
      for (const { saved } of tasks) {
        recorded.delete(saved.id)
        writer.remove(saved.id)
      }
      await writer.flush()
    },
    has: ({ saved }) => recorded.has(saved.id),
  }
}

/**
 * Whether a task was cancelled and nothing of it is left: no request is under way, and the object store has
 * removed its files.
 */
export const isDiscarded = (task: LiveTask, { has }: Pick<TaskRecords, 'has'>): boolean =>
  task.saved.status.state === 'CANCELLED' && !task.run && !has(task)

/**
 * The keys that a customer's tasks at a level have, or may still leave in the object store, without the task
 * `id`.
 */
export const keysOfTasks = (
  { tasks, records }: { tasks: Pick<TaskList, 'all'>; records: Pick<TaskRecords, 'has'> },
  { id, customer, level }: Pick<SavedTask, 'customer' | 'level'> & { id?: string },
): Set<string> => {
  const keys = new Set<string>()
  for (const task of tasks.all.values()) {
    const { saved } = task
    const isTheirs = saved.id !== id && saved.customer === customer && saved.level === level
    // A completed file may have been deleted since: only the object store knows whether its key is free.
    const isOver = saved.status.state === 'COMPLETED' || isDiscarded(task, records)
    if (isTheirs && !isOver) keys.add(saved.key)
  }
  return keys
}
