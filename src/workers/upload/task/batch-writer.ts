import type { SavedTask } from './saved-task.ts'

/** Changes that are written together, by the ids of the tasks: rows to put, and rows to delete. */
type Batch = { saved: Map<string, SavedTask>; removed: Set<string> }

const createBatch = (): Batch => ({ saved: new Map(), removed: new Set() })

/** Adds the changes of a failed batch to `next`, except for tasks that `next` changes anyway. */
const addFailedBatch = ({ saved, removed }: Batch, next: Batch): void => {
  const isChangedByNext = (id: string) => next.saved.has(id) || next.removed.has(id)
  for (const [id, task] of saved) if (!isChangedByNext(id)) next.saved.set(id, task)
  for (const id of removed) if (!isChangedByNext(id)) next.removed.add(id)
}

/**
 * Writes the changes in batches, one at a time. Changes that arrive during a write go into the next batch
 * together, so that thousands of small files do not each need a transaction. A failed batch is written again
 * with the next batch. `write` resolves to true if it has written a batch.
 */
export const createBatchWriter = (write: (batch: Batch) => Promise<boolean>) => {
  /** The changes that are not being written yet. */
  let nextBatch = createBatch()
  /** The batch that is being written, or empty between two writes. */
  let currentBatch = createBatch()
  /** Resolves when the last planned write has ended. */
  let lastWrite: Promise<void> = Promise.resolve()
  /** Resolves when the write of `nextBatch` has ended. Undefined until that write is planned. */
  let nextWrite: Promise<void> | undefined

  const writeNext = async () => {
    currentBatch = nextBatch
    nextBatch = createBatch()
    nextWrite = undefined
    if (!(await write(currentBatch))) addFailedBatch(currentBatch, nextBatch)
    currentBatch = createBatch()
  }

  return {
    /** Adds a task to the next batch. */
    save: (task: SavedTask) => {
      nextBatch.saved.set(task.id, task)
    },
    /** Adds the removal of a task to the next batch. */
    remove: (id: string) => {
      nextBatch.saved.delete(id)
      nextBatch.removed.add(id)
    },
    /** Whether a task is removed by the next batch, or by the batch that is being written. */
    isRemoved: (id: string) => nextBatch.removed.has(id) || currentBatch.removed.has(id),
    /**
     * Writes the next batch as soon as the current write has ended. Resolves when that is done, even if the
     * write fails.
     */
    flush: (): Promise<void> => {
      if (!nextWrite) {
        nextWrite = lastWrite.then(writeNext)
        lastWrite = nextWrite
      }
      return nextWrite
    },
  }
}
