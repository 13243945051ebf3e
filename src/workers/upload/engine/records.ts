import type { SavedTask } from '../saved-task.ts'
import type { LiveTask } from './live-task.ts'
import type { EnginePorts } from './ports.ts'
import type { Publisher } from './publisher.ts'

/** The saved side of the tasks. A database that fails does not stop an upload: the person is told, and it goes on. */
export type Records = {
  /** What is on the disk; undefined where it cannot be read. */
  load: () => Promise<SavedTask[] | undefined>
  /** Resolves when the tasks are on the disk, or cannot be; at once while the database is known to fail. */
  save: (tasks: LiveTask[]) => Promise<void>
  remove: (tasks: LiveTask[]) => Promise<void>
  has: (task: LiveTask) => boolean
}

type Ports = Pick<EnginePorts, 'store' | 'log' | 'clock'>
type Batch = { saved: Map<string, SavedTask>; removed: Set<string> }

const emptyBatch = (): Batch => ({ saved: new Map(), removed: new Set() })

/** Does something with the database. A failure is told to the person, and is over with the next success. */
const createTry = (log: Ports['log'], publisher: Pick<Publisher, 'durable'>) => {
  let isBroken = false
  const tell = (broken: boolean) => {
    isBroken = broken
    publisher.durable(!broken)
  }
  return {
    isBroken: () => isBroken,
    attempt: async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
      try {
        const value = await work
        tell(false)
        return value
      } catch (error) {
        log.error('Uploads cannot be saved on this device', { error: String(error) })
        tell(true)
        return otherwise
      }
    },
  }
}

/**
 * Writes one batch at a time: what is asked while the disk is busy goes together into the next one, so that thousands of
 * small files do not wait for a disk each.
 */
const createWriter = (write: (batch: Batch) => Promise<void>) => {
  let next = emptyBatch()
  let writing: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  const writeNext = () => {
    const batch = next
    next = emptyBatch()
    queued = undefined
    return write(batch)
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
  const kept = new Set<string>()
  const { attempt, isBroken } = createTry(log, publisher)
  const writer = createWriter(({ saved, removed }) =>
    attempt(store.write([...saved.values()], [...removed]), undefined),
  )

  return {
    load: async () => {
      const saved = await attempt<SavedTask[] | undefined>(store.load(), undefined)
      for (const { id } of saved ?? []) kept.add(id)
      return saved
    },
    save: async (tasks) => {
      if (tasks.length === 0) return
      const next = writer.next()
      for (const { saved } of tasks) {
        // A task that was removed does not come back through a save that was under way.
        if (next.removed.has(saved.id)) continue
        saved.lastTouched = clock.now()
        kept.add(saved.id)
        next.saved.set(saved.id, saved)
      }
      const written = writer.written()
      // The person knows: no upload waits for the next try, which may end without an answer again.
      if (!isBroken()) await written
    },
    remove: async (tasks) => {
      const next = writer.next()
      for (const { saved } of tasks) {
        kept.delete(saved.id)
        next.saved.delete(saved.id)
        next.removed.add(saved.id)
      }
      await writer.written()
    },
    has: ({ saved }) => kept.has(saved.id),
  }
}
