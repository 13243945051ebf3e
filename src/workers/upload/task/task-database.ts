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
   * over the uploads, nothing is written and the promise never settles. So the caller stops, and the new
   * owner continues its work.
   */
  write: (saved: SavedTask[], removedIds: string[]) => Promise<void>
}

/** The name of the current owner's number in `counters`. Each new owner increases the number by one. */
const ownerNumberKey = 'uploads-turn'

/**
 * Saves a task. If this browser cannot store file handles, saves it without the handle, because otherwise the
 * whole transaction would fail. After a restart, the coach then has to choose the file again.
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
 * Creates the function that writes if this worker owns the uploads. It resolves to true if it has written.
 * The first write makes it the owner: it takes the next number in the database. Later writes compare this
 * number with the one in the database, which is higher if another worker has become the owner. Both happen in
 * the transaction that writes, so that no other worker can take over in between.
 */
const createWriteAsOwner = (database: Pick<Database, 'write'>) => {
  let ownNumber: number | undefined

  /** Resolves to the number of this worker, or undefined if another worker has taken over. */
  const takeNumber = async (transaction: IDBTransaction): Promise<number | undefined> => {
    const counters = transaction.objectStore('counters')
    const latest = Number((await awaitResult<unknown>(counters.get(ownerNumberKey))) ?? 0)
    if (ownNumber !== undefined) return ownNumber === latest ? ownNumber : undefined
    counters.put(latest + 1, ownerNumberKey)
    return latest + 1
  }

  return async (work: (uploads: IDBObjectStore) => Promise<unknown>): Promise<boolean> => {
    const number = await database.write(['uploads', 'counters'], async (transaction) => {
      const takenNumber = await takeNumber(transaction)
      if (takenNumber !== undefined) await work(transaction.objectStore('uploads'))
      return takenNumber
    })
    // Set only after the commit, because a transaction that full storage aborts has taken no number.
    if (number !== undefined) ownNumber = number
    return number !== undefined
  }
}

/**
 * Stores the tasks in IndexedDB, which can also store file handles. `onTakenOver` is called when a write
 * finds that a later owner has taken over the uploads.
 */
export const createTaskDatabase = (database: Database, log: Log, onTakenOver: () => void): TaskDatabase => {
  const writeAsOwner = createWriteAsOwner(database)
  return {
    load: async () => {
      // Writes nothing, and only makes this worker the owner. If the storage is full, this fails, but the
      // tasks can be read.
      await writeAsOwner(async () => undefined).catch(() => undefined)
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
      const isWritten = await writeAsOwner((uploads) =>
        Promise.all([
          ...saved.map((task) => awaitResult(putTask(uploads, task))),
          ...removedIds.map((id) => awaitResult(uploads.delete(id))),
        ]),
      )
      if (isWritten) return
      onTakenOver()
      // This promise never settles, so that the caller stops. The new owner continues its work.
      await new Promise(() => undefined)
    },
  }
}
