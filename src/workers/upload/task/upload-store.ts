import { resultOf, type Database } from '../../../platform/storage/database.ts'
import type { Log } from '../../../platform/log.ts'
import { parseRow } from './parse-row.ts'
import type { SavedTask } from './saved-task.ts'

/** Where tasks outlive the worker. A failure is not an error of the upload: the caller reports it and continues. */
export type UploadStore = {
  load: () => Promise<SavedTask[]>
  /**
   * All or nothing; resolves when it is on the disk, and never where another window has taken the uploads over meanwhile:
   * what the caller would do next is for that one to do.
   */
  write: (saved: SavedTask[], removed: string[]) => Promise<void>
}

/** How many times the uploads were taken over, in the store `counters`. */
const turns = 'uploads-turn'

/** A handle that this browser cannot store is left out: this task, and others with it, are still saved. */
const put = (uploads: IDBObjectStore, task: SavedTask): IDBRequest => {
  try {
    return uploads.put(task)
  } catch (error) {
    if (task.source.kind !== 'handle') throw error
    return uploads.put({ ...task, source: { kind: 'none' } })
  }
}

/**
 * The turn of one owner of the uploads. It begins with the first check; the next owner's begins a later one, and ends it.
 * `isMine` is whether it is still this owner's turn, asked in the transaction that writes.
 */
const createTurn = () => {
  let turn: number | undefined
  return {
    isMine: async (transaction: IDBTransaction): Promise<boolean> => {
      const counters = transaction.objectStore('counters')
      const latest = Number((await resultOf<unknown>(counters.get(turns))) ?? 0)
      if (turn !== undefined) return turn === latest
      counters.put(latest + 1, turns)
      turn = latest + 1
      return true
    },
  }
}

/** The `uploads` store of the database, which stores file handles as well. `onTaken` hears of a later owner. */
export const createUploadStore = (database: Database, log: Log, onTaken: () => void): UploadStore => {
  const { isMine } = createTurn()
  const beginTurn = () => database.write(['counters'], isMine)
  return {
    load: async () => {
      // Where the disk is full the tasks can still be read.
      await beginTurn().catch(() => undefined)
      const rows: unknown[] = await database.read(['uploads'], (transaction) =>
        resultOf<unknown[]>(transaction.objectStore('uploads').getAll()),
      )
      return rows.flatMap((row) => {
        const parsed = parseRow(row)
        if (!parsed) log.warn('An upload of another version cannot be read')
        return parsed ?? []
      })
    },
    write: async (saved, removed) => {
      const isWritten = await database.write(['uploads', 'counters'], async (transaction) => {
        if (!(await isMine(transaction))) return false
        const uploads = transaction.objectStore('uploads')
        await Promise.all([
          ...saved.map((task) => resultOf(put(uploads, task))),
          ...removed.map((id) => resultOf(uploads.delete(id))),
        ])
        return true
      })
      if (isWritten) return
      onTaken()
      await new Promise(() => undefined)
    },
  }
}
