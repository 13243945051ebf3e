import { withTimeLimit } from '../../../lib/async/time-limit.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { createBatchWriter } from './batch-writer.ts'
import type { LiveTask } from './live-task.ts'
import type { Publisher } from './publisher.ts'
import type { SavedTask } from './saved-task.ts'
import type { TaskDatabase } from './task-database.ts'
import type { TaskList } from './task-list.ts'

/**
 * Keeps the rows of the tasks in the database up to date, so that uploads continue after a restart. Changes
 * are written in batches. If the database fails, the page shows that, the uploads continue, and the failed
 * changes are written again with the next batch.
 */
export type TaskRecords = {
  /**
   * Resolves to the saved tasks, or undefined if they cannot be read in time. If they are read later,
   * `onLate` receives them.
   */
  load: (onLate: (saved: SavedTask[]) => void) => Promise<SavedTask[] | undefined>
  /**
   * Sets `lastTouched` and `acknowledged` in the rows of the tasks, and writes the rows. Resolves when they
   * are saved or the write has failed. After a failure, resolves immediately until a write succeeds.
   */
  save: (tasks: LiveTask[]) => Promise<void>
  /** Deletes the rows of the tasks. Resolves when that is done or has failed. */
  remove: (tasks: LiveTask[]) => Promise<void>
  /** Whether a task is in the database, or is about to be written to it. */
  has: (task: LiveTask) => boolean
}

type Ports = { database: TaskDatabase; log: Log; clock: Clock }

/**
 * The time limit for a database request, so that uploads do not wait longer. A transaction can stay pending
 * forever, and opening the database can take 20 s.
 */
const requestTimeoutMs = 8000

/**
 * Resolves to the result of a database request. Rejects if the request takes too long, although it may still
 * complete.
 */
const limitRequestTime = async <T>(request: Promise<T>, { sleep }: Pick<Clock, 'sleep'>): Promise<T> => {
  // Wrapped, because `withTimeLimit` resolves to undefined after the time limit.
  const wrappedResult = request.then((value) => ({ value }))
  const result = await withTimeLimit(wrappedResult, requestTimeoutMs, sleep)
  if (!result) throw new Error('The database did not respond')
  return result.value
}

/**
 * The time from a failure to its report. When the coach leaves a page, the browser may close the database
 * some time before it ends the worker. Such a failure is not worth a report. The worker cannot recognise it,
 * but the worker has usually ended before this time is over.
 */
const reportDelayMs = 5000

/**
 * Tracks whether the tasks are durable, that is saved in the database so that they survive a restart, and
 * publishes it. A successful write makes them durable again, because it includes all changes that could not
 * be written before. A failure that lasts is logged as an error.
 */
const createDurability = (
  { log, clock: { sleep } }: Pick<Ports, 'log' | 'clock'>,
  publisher: Pick<Publisher, 'setDurable'>,
) => {
  let isDurable = true
  const setDurable = (isNowDurable: boolean) => {
    isDurable = isNowDurable
    publisher.setDurable(isNowDurable)
  }
  const reportIfLasting = async (error: unknown) => {
    await sleep(reportDelayMs)
    if (!isDurable) log.error('Uploads cannot be saved on this device', { error: String(error) })
  }
  return {
    isDurable: () => isDurable,
    onWritten: () => setDurable(true),
    onFailed: (error: unknown) => {
      setDurable(false)
      void reportIfLasting(error)
    },
  }
}

/**
 * Whether a task was cancelled and nothing of it is left: no request is under way, and the object store has
 * removed its files.
 */
export const isDiscarded = (task: LiveTask, { has }: Pick<TaskRecords, 'has'>): boolean =>
  task.saved.status.state === 'CANCELLED' && !task.run && !has(task)

/**
 * Returns the keys that a customer's tasks at a level use: the keys of unfinished tasks, and of cancelled
 * tasks that may still have something in the object store. Leaves out the task with this `id`.
 */
export const getUsedKeys = (
  { tasks, records }: { tasks: Pick<TaskList, 'all'>; records: Pick<TaskRecords, 'has'> },
  { id, customer: customerId, level }: Pick<SavedTask, 'customer' | 'level'> & { id?: string },
): Set<string> => {
  const keys = new Set<string>()
  for (const task of tasks.all.values()) {
    const { saved } = task
    const isOtherTaskOfCustomer = saved.id !== id && saved.customer === customerId && saved.level === level
    // The key of a completed task is treated as free: its file may have been deleted, which only the object
    // store knows.
    const isKeyReleased = saved.status.state === 'COMPLETED' || isDiscarded(task, records)
    if (isOtherTaskOfCustomer && !isKeyReleased) keys.add(saved.key)
  }
  return keys
}

/** Creates the records. Every request to the database has a time limit. */
export const createTaskRecords = (
  { database, log, clock }: Ports,
  publisher: Pick<Publisher, 'setDurable'>,
): TaskRecords => {
  /** The ids of the tasks that are in the database, or are about to be written to it. */
  const recordedIds = new Set<string>()
  const durability = createDurability({ log, clock }, publisher)
  const writer = createBatchWriter(async ({ saved, removed }) => {
    try {
      await limitRequestTime(database.write([...saved.values()], [...removed]), clock)
      durability.onWritten()
      return true
    } catch (error) {
      durability.onFailed(error)
      return false
    }
  })

  return {
    load: async (onLate) => {
      const loadedTasks = database.load().then((saved) => {
        for (const { id } of saved) recordedIds.add(id)
        return saved
      })
      try {
        return await limitRequestTime(loadedTasks, clock)
      } catch (error) {
        durability.onFailed(error)
        // If reading also fails later, that is ignored, because the failure is reported already.
        void loadedTasks.then(onLate, () => undefined)
        return undefined
      }
    },
    save: async (tasks) => {
      if (tasks.length === 0) return
      for (const { saved, progress } of tasks) {
        // A task that is about to be removed is not saved again.
        if (writer.isRemoved(saved.id)) continue
        saved.lastTouched = clock.now()
        saved.acknowledged = progress.getAcknowledgedBytes()
        recordedIds.add(saved.id)
        writer.save(saved)
      }
      const written = writer.flush()
      // While the database fails, no upload waits for a write, which may time out again. The page shows the
      // failure.
      if (durability.isDurable()) await written
    },
    remove: async (tasks) => {
      for (const { saved } of tasks) {
        recordedIds.delete(saved.id)
        writer.remove(saved.id)
      }
      await writer.flush()
    },
    has: ({ saved }) => recordedIds.has(saved.id),
  }
}
