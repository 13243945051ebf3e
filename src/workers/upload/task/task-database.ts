import { awaitResult, type Database } from '../../../platform/storage/database.ts'
import type { Log } from '../../../platform/log.ts'
import { parseRow, type SavedTask } from './saved-task.ts'

/**
 * The rows of the tasks in the database, which outlive the worker. Only one worker of all tabs owns the
 * uploads and may write. A rejected call means that the database failed: the caller reports that and
 * continues the uploads.
 */
export type TaskDatabase = {
  /** Takes over the uploads from an earlier owner, and reads the tasks. */
  load: () => Promise<SavedTask[]>
  /**
   * Saves and deletes tasks in one transaction, and resolves when it is complete. If another tab has taken
   * over the uploads, nothing is written and the promise never settles, so that the caller stops: the new
   * owner continues its work.
   */
  write: (saved: SavedTask[], removedIds: string[]) => Promise<void>
}

/** The name of the current owner's number in `counters`. Each new owner increases the number by one. */
const ownerNumberKey = 'uploads-turn'

/**
 * Saves a task. If this browser cannot store file handles, saves it without the handle: otherwise the whole
 * transaction would fail. After a restart, the coach then has to choose the file again.
 */
const putTask = (uploads: IDBObjectStore, task: SavedTask): IDBRequest => {
  try {
    return uploads.put(task)
  } catch (error) {
    if (task.source.kind !== 'handle') throw error
    return uploads.put({ ...task, source: { kind: 'none' } })
  }
}

/**
 * Creates the check whether this worker still owns the uploads. The first check makes it the owner: it takes
 * the next number in the database. Later checks compare this number with the one in the database, which is
 * higher if another worker has become the owner. The check runs in the transaction that writes, so that no
 * other worker can take over between the check and the write.
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
    write: async (saved, removedIds) => {
      const isWritten = await database.write(['uploads', 'counters'], async (transaction) => {
        if (!(await isOwner(transaction))) return false
        const uploads = transaction.objectStore('uploads')
        await Promise.all([
          ...saved.map((task) => awaitResult(putTask(uploads, task))),
          ...removedIds.map((id) => awaitResult(uploads.delete(id))),
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
