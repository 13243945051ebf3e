import type { RescueContent } from '../outbox/rescue/rescue-content.ts'

type Place = { database: string; store: string }

/** Duplicated from `platform/storage/database.ts`: this page shares no file with the app. */
const database = 'breaking-barriers'
const outbox = { database, store: 'outbox' }
const uploads = { database, store: 'uploads' }
/** As in `session/session-record.ts` and `platform/storage/key-values.ts`. */
const session = { database: 'breaking-barriers-session', store: 'values' }

/**
 * Reads from a store of the app; undefined if the app has never run here, in which case nothing is created.
 * Rejects if the storage cannot be read.
 */
const readStored = <T>(
  factory: Pick<IDBFactory, 'open'>,
  { database, store }: Place,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const opening = factory.open(database)
    opening.addEventListener('error', () => reject(opening.error ?? new Error('The storage cannot be read')))
    // The database does not exist, and this page must not create it.
    opening.addEventListener('upgradeneeded', () => {
      opening.transaction?.abort()
      resolve(undefined)
    })
    opening.addEventListener('success', () => {
      const opened = opening.result
      if (!opened.objectStoreNames.contains(store)) {
        opened.close()
        return resolve(undefined)
      }
      const reading = request(opened.transaction(store).objectStore(store))
      reading.addEventListener('error', () =>
        reject(reading.error ?? new Error('The storage cannot be read')),
      )
      reading.addEventListener('success', () => {
        opened.close()
        resolve(reading.result)
      })
    })
  })

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

/** A value of the session; undefined if there is none, or it cannot be read. */
const readOfSession = (factory: Pick<IDBFactory, 'open'>, key: string): Promise<unknown> =>
  readStored<unknown>(factory, session, (store) => store.get(key)).catch(() => undefined)

/** The signed-in customer; undefined if there is none, or the record cannot be read. */
export const signedInCustomer = async (factory: Pick<IDBFactory, 'open'>): Promise<string | undefined> => {
  const stored = await readOfSession(factory, 'currentUser')
  const isUser = typeof stored === 'object' && stored !== null && 'userID' in stored
  return isUser && typeof stored.userID === 'string' ? stored.userID : undefined
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
 * What the server signed about this device and a customer; undefined if another customer, or none, signed in
 * last.
 */
export const statementFor = async (
  customer: string,
  factory: Pick<IDBFactory, 'open'>,
): Promise<Statement | undefined> => {
  const stored = await readOfSession(factory, 'deviceStatement')
  return isStatement(stored) && stored.customer_id === customer ? stored : undefined
}
