import { readStored } from './read-stored.ts'

/** Duplicated from `platform/storage/database.ts`: this page shares no file with the app. */
const database = 'breaking-barriers'
const outbox = { database, store: 'outbox' }
const uploads = { database, store: 'uploads' }

export type UnsentRow = { customer: string; device: string }

const isRow = (row: unknown): row is UnsentRow =>
  typeof row === 'object' &&
  row !== null &&
  'customer' in row &&
  typeof row.customer === 'string' &&
  'device' in row &&
  typeof row.device === 'string'

/**
 * The stored rows of the outbox of all customers, which a newer version of the browser could still send.
 * Rejects if the storage cannot be read.
 */
export const unsentRows = async (factory: Pick<IDBFactory, 'open'>): Promise<UnsentRow[]> => {
  const rows: unknown[] | undefined = await readStored(factory, outbox, (store) => store.getAll())
  return rows?.filter(isRow) ?? []
}

/** Whether files wait to be uploaded. Rejects if the storage cannot be read. */
export const hasUploads = async (factory: Pick<IDBFactory, 'open'>): Promise<boolean> =>
  ((await readStored(factory, uploads, (store) => store.count())) ?? 0) > 0
