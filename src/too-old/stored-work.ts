import type { RescueContent } from '../outbox/rescue/rescue-content.ts'

/** The names of a database and of one of its object stores. */
type ObjectStoreName = { database: string; store: string }

/**
 * The names of the app's storage. Duplicated from `platform/storage/database.ts`, because this page shares no
 * file with it.
 */
const database = 'breaking-barriers'
const outboxStore = { database, store: 'outbox' }
const uploadsStore = { database, store: 'uploads' }
/** Duplicated from `session/session-record.ts` and `platform/storage/key-values.ts`. */
const sessionStore = { database: 'breaking-barriers-session', store: 'values' }

/**
 * Reads from an object store of the app. Resolves to undefined, and creates no database, if the app has never
 * run here. Rejects if the storage cannot be read.
 */
const readObjectStore = <T>(
  factory: Pick<IDBFactory, 'open'>,
  { database: databaseName, store: storeName }: ObjectStoreName,
  createRequest: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const openRequest = factory.open(databaseName)
    openRequest.addEventListener('error', () =>
      reject(openRequest.error ?? new Error('IndexedDB could not be read')),
    )
    // The database does not exist, and this page must not create it.
    openRequest.addEventListener('upgradeneeded', () => {
      openRequest.transaction?.abort()
      resolve(undefined)
    })
    openRequest.addEventListener('success', () => {
      const openDatabase = openRequest.result
      if (!openDatabase.objectStoreNames.contains(storeName)) {
        openDatabase.close()
        return resolve(undefined)
      }
      const request = createRequest(openDatabase.transaction(storeName).objectStore(storeName))
      request.addEventListener('error', () =>
        reject(request.error ?? new Error('IndexedDB could not be read')),
      )
      request.addEventListener('success', () => {
        openDatabase.close()
        resolve(request.result)
      })
    })
  })

/** A row of the outbox, which is unsent work. It also has fields that this page does not read. */
export type UnsentRow = { customer: string; device: string }

const isUnsentRow = (row: unknown): row is UnsentRow =>
  typeof row === 'object' &&
  row !== null &&
  'customer' in row &&
  typeof row.customer === 'string' &&
  'device' in row &&
  typeof row.device === 'string'

/**
 * Reads the outbox rows of all customers. The app can still send them after an update of the browser. Rejects
 * if the storage cannot be read.
 */
export const readUnsentRows = async (factory: Pick<IDBFactory, 'open'>): Promise<UnsentRow[]> => {
  const rows: unknown[] | undefined = await readObjectStore(factory, outboxStore, (store) => store.getAll())
  return rows?.filter(isUnsentRow) ?? []
}

/** Whether files are waiting to be uploaded. Rejects if the storage cannot be read. */
export const hasUploads = async (factory: Pick<IDBFactory, 'open'>): Promise<boolean> =>
  ((await readObjectStore(factory, uploadsStore, (store) => store.count())) ?? 0) > 0

/** Reads a value of the session. Resolves to undefined if there is none, or it cannot be read. */
const readSessionValue = (factory: Pick<IDBFactory, 'open'>, key: string): Promise<unknown> =>
  readObjectStore<unknown>(factory, sessionStore, (store) => store.get(key)).catch(() => undefined)

/** Reads the signed-in customer. Resolves to undefined if there is none, or the record cannot be read. */
export const readSignedInCustomer = async (
  factory: Pick<IDBFactory, 'open'>,
): Promise<string | undefined> => {
  const stored = await readSessionValue(factory, 'currentUser')
  const isUserRecord = typeof stored === 'object' && stored !== null && 'userID' in stored
  return isUserRecord && typeof stored.userID === 'string' ? stored.userID : undefined
}

type Statement = NonNullable<RescueContent['statement']>

/**
 * Checks only the fields that identify the customer and the device. The reader of the rescue file validates
 * the rest and checks the signature.
 */
const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' &&
  value !== null &&
  'customer_id' in value &&
  typeof value.customer_id === 'string' &&
  'device' in value &&
  typeof value.device === 'string'

/**
 * Reads the statement that the server signed about this device and a customer. Resolves to undefined if no
 * customer or a different one signed in last.
 */
export const readStatement = async (
  customer: string,
  factory: Pick<IDBFactory, 'open'>,
): Promise<Statement | undefined> => {
  const stored = await readSessionValue(factory, 'deviceStatement')
  return isStatement(stored) && stored.customer_id === customer ? stored : undefined
}
