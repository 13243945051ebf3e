import { awaitResult, type Database } from '../../../platform/storage/database.ts'
import type { Log } from '../../../platform/log.ts'
import { parseRow, type SavedTask } from './saved-task.ts'

/**
 * Stores tasks so that they outlive the worker. If it fails, the caller reports that and continues the
 * uploads.
 */
export type TaskDatabase = {
  load: () => Promise<SavedTask[]>
  /**
   * Writes everything in one transaction, and resolves when it is saved. `removed` has the ids of the tasks
   * to delete. If another tab has taken over the uploads, nothing is written and the promise never settles,
   * so that the caller does not continue: the new owner does.
   */
  write: (saved: SavedTask[], removed: string[]) => Promise<void>
}

/**
 * `counters` holds the number of the current owner under this key. Each new owner of the uploads increases
 * it.
 */
const ownerNumberKey = 'uploads-turn'

/**
 * Saves a task. Leaves out a handle that this browser cannot store, so that the task, and others in the same
 * transaction, are still saved.
 */
const put = (uploads: IDBObjectStore, task: SavedTask): IDBRequest => {
  try {
    return uploads.put(task)
  } catch (error) {
    if (task.source.kind !== 'handle') throw error
    return uploads.put({ ...task, source: { kind: 'none' } })
  }
}

/**
 * Checks whether this worker still owns the uploads. The first check takes the next number in the database.
 * Later checks compare it with the latest number: a later owner has taken a higher one. The check runs in the
 * transaction that writes, so that no other owner can take over between the two.
 */
const createOwnership = () => {
  let ownNumber: number | undefined
  return {
    isOwner: async (transaction: IDBTransaction): Promise<boolean> => {
      const counters = transaction.objectStore('counters')
      const latest = Number((await awaitResult<unknown>(counters.get(ownerNumberKey))) ?? 0)
      if (ownNumber !== undefined) return ownNumber === latest
      counters.put(latest + 1, ownerNumberKey)
      ownNumber = latest + 1
      return true
    },
  }
}

/**
 * Stores the tasks in IndexedDB, which can also store file handles. `onTakenOver` is called when a write
 * finds that a later owner has taken over the uploads.
 */
export const createTaskDatabase = (database: Database, log: Log, onTakenOver: () => void): TaskDatabase => {
  const { isOwner } = createOwnership()
  const takeOwnership = () => database.write(['counters'], isOwner)
  return {
    load: async () => {
      // If the storage is full, this write fails, but the tasks can still be read.
      await takeOwnership().catch(() => undefined)
      const rows: unknown[] = await database.read(['uploads'], (transaction) =>
        awaitResult<unknown[]>(transaction.objectStore('uploads').getAll()),
      )
      return rows.flatMap((row) => {
        const task = parseRow(row)
        if (!task) log.warn('An upload of another version cannot be read')
        return task ?? []
      })
    },
    write: async (saved, removed) => {
      const isWritten = await database.write(['uploads', 'counters'], async (transaction) => {
        if (!(await isOwner(transaction))) return false
        const uploads = transaction.objectStore('uploads')
        await Promise.all([
          ...saved.map((task) => awaitResult(put(uploads, task))),
          ...removed.map((id) => awaitResult(uploads.delete(id))),
        ])
        return true
      })
      if (isWritten) return
      onTakenOver()
      // Never settles: see `TaskDatabase`.
      await new Promise(() => undefined)
    },
  }
}
