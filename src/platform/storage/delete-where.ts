import { resultOf } from './database.ts'

/** Deletes the unwanted rows of an object store, in the store's transaction. */
export const deleteWhere = async (
  store: IDBObjectStore,
  isUnwanted: (row: unknown, key: string) => boolean,
): Promise<void> => {
  const [keys, rows] = await Promise.all([resultOf(store.getAllKeys()), resultOf<unknown[]>(store.getAll())])
  for (const [at, key] of keys.entries())
    if (isUnwanted(rows[at], typeof key === 'string' ? key : '')) store.delete(key)
}
