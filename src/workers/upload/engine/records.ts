import type { SavedTask } from '../saved-task.ts'
import type { LiveTask } from './live-task.ts'
import type { EnginePorts } from './ports.ts'
import type { Publisher } from './publisher.ts'

/** The saved side of the tasks. A database that fails does not stop an upload: the person is told, and it goes on. */
export type Records = {
  load: () => Promise<SavedTask[]>
  /** Resolves when the tasks are on the disk, or cannot be. */
  save: (tasks: LiveTask[]) => Promise<void>
  remove: (tasks: LiveTask[]) => Promise<void>
  has: (task: LiveTask) => boolean
}

type Batch = { saved: Map<string, SavedTask>; removed: Set<string> }

const emptyBatch = (): Batch => ({ saved: new Map(), removed: new Set() })

/**
 * Writes one batch at a time: what is asked while the disk is busy goes together into the next one, so that thousands of
 * small files do not wait for a disk each.
 */
export const createRecords = (
  { store, log }: Pick<EnginePorts, 'store' | 'log'>,
  publisher: Pick<Publisher, 'durable'>,
): Records => {
  const kept = new Set<string>()
  let next = emptyBatch()
  let writing: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  const attempt = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
    try {
      const value = await work
      publisher.durable(true)
      return value
    } catch (error) {
      log.error('Uploads cannot be saved on this device', { error: String(error) })
      publisher.durable(false)
      return otherwise
    }
  }

  const write = async () => {
    const { saved, removed } = next
    next = emptyBatch()
    queued = undefined
    await attempt(store.write([...saved.values()], [...removed]), undefined)
  }

  const queue = (): Promise<void> => {
    queued ??= writing = writing.then(write)
    return queued
  }

  return {
    load: async () => {
      const saved = await attempt(store.load(), [])
      for (const { id } of saved) kept.add(id)
      return saved
    },
    save: async (tasks) => {
      if (tasks.length === 0) return
      for (const { saved } of tasks) {
        // A task that was removed does not come back through a save that was under way.
        if (next.removed.has(saved.id)) continue
        kept.add(saved.id)
        next.saved.set(saved.id, saved)
      }
      await queue()
    },
    remove: async (tasks) => {
      for (const { saved } of tasks) {
        kept.delete(saved.id)
        next.saved.delete(saved.id)
        next.removed.add(saved.id)
      }
      await queue()
    },
    has: ({ saved }) => kept.has(saved.id),
  }
}
