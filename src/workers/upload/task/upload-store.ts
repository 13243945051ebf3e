import { resultOf, type Database } from '../../../platform/storage/database.ts'
import type { Log } from '../../../platform/log.ts'
import { parseRow } from './parse-row.ts'
import type { SavedTask } from './saved-task.ts'

/** Where tasks outlive the worker. A failure is not an error of the upload: the caller reports it and continues. */
export type UploadStore = {
  load: () => Promise<SavedTask[]>
  /** All or nothing; resolves when it is on the disk. */
  write: (saved: SavedTask[], removed: string[]) => Promise<void>
}

/** A handle that this browser cannot store is left out: this task, and others with it, are still saved. */
const put = (uploads: IDBObjectStore, task: SavedTask): IDBRequest => {
  try {
    return uploads.put(task)
  } catch (error) {
    if (task.source.kind !== 'handle') throw error
    return uploads.put({ ...task, source: { kind: 'none' } })
  }
}

/** The `uploads` store of the database, which stores file handles as well. */
export const createUploadStore = (database: Database, log: Log): UploadStore => ({
  load: async () => {
    const rows: unknown[] = await database.read(['uploads'], (transaction) =>
      resultOf<unknown[]>(transaction.objectStore('uploads').getAll()),
    )
    return rows.flatMap((row) => {
      const parsed = parseRow(row)
      if (!parsed) log.warn('An upload of another version cannot be read')
      return parsed ?? []
    })
  },
  write: (saved, removed) =>
    database.write(['uploads'], async (transaction) => {
      const uploads = transaction.objectStore('uploads')
      await Promise.all([
        ...saved.map((task) => resultOf(put(uploads, task))),
        ...removed.map((id) => resultOf(uploads.delete(id))),
      ])
    }),
})
