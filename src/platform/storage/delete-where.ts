import { awaitResult } from './database.ts'

/**
 * Deletes the unwanted rows of an object store, in its transaction. A key that is not a string becomes ''.
 */
export const deleteWhere = async (
  store: IDBObjectStore,
  isUnwanted: (row: unknown, key: string) => boolean,
): Promise<void> => {
  const [keys, rows] = await Promise.all([
    awaitResult(store.getAllKeys()),
    awaitResult<unknown[]>(store.getAll()),
  ])
  for (const [index, key] of keys.entries())
    if (isUnwanted(rows[index], typeof key === 'string' ? key : '')) store.delete(key)
}
