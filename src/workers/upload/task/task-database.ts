import { awaitResult, type Database } from '../../../platform/storage/database.ts'
import type { Log } from '../../../platform/log.ts'
import { parseRow, type SavedTask } from './saved-task.ts'

/**
 * Stores tasks so that they outlive the worker. A failure is not an error of the upload: the caller reports
 * it and continues.
 */
export type TaskDatabase = {
  load: () => Promise<SavedTask[]>
  /**
   * Writes all or nothing, and resolves when it is on the disk. `removed` has the ids of the tasks to delete.
   * If another window has taken over the uploads meanwhile, the promise never settles: the new owner does
   * what the caller would do next.
   */
  write: (saved: SavedTask[], removed: string[]) => Promise<void>
}

/** The key in `counters` of the number of times that the uploads were taken over. */
const turnKey = 'uploads-turn'

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
 * The turn of one owner of the uploads. It begins with the owner's first check, and ends when the next owner
 * begins a later turn. `isMine` checks, in the transaction that writes, whether it is still this owner's
 * turn.
 */
const createTurn = () => {
  let turn: number | undefined
  return {
    isMine: async (transaction: IDBTransaction): Promise<boolean> => {
      const counters = transaction.objectStore('counters')
      const latest = Number((await awaitResult<unknown>(counters.get(turnKey))) ?? 0)
      if (turn !== undefined) return turn === latest
      counters.put(latest + 1, turnKey)
      turn = latest + 1
      return true
    },
  }
}

/**
 * The tasks in IndexedDB, which can also store file handles. `onTakenOver` is called when a later owner has
 * taken over the uploads.
 */
export const createTaskDatabase = (database: Database, log: Log, onTakenOver: () => void): TaskDatabase => {
  const { isMine } = createTurn()
  const beginTurn = () => database.write(['counters'], isMine)
  return {
    load: async () => {
      // If the disk is full, the tasks can still be read.
      await beginTurn().catch(() => undefined)
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
        if (!(await isMine(transaction))) return false
        const uploads = transaction.objectStore('uploads')
        await Promise.all([
          ...saved.map((task) => awaitResult(put(uploads, task))),
          ...removed.map((id) => awaitResult(uploads.delete(id))),
        ])
        return true
      })
      if (isWritten) return
      onTakenOver()
      await new Promise(() => undefined)
    },
  }
}
