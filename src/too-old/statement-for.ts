import type { RescueContent } from '../outbox/rescue/rescue-content.ts'
import { readStored } from './read-stored.ts'

type Statement = NonNullable<RescueContent['statement']>

/** As in `session/session-record.ts` and `platform/storage/key-values.ts`. */
const session = { database: 'breaking-barriers-session', store: 'values' }

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

/** The signed-in customer; undefined if there is none, or the record cannot be read. */
export const signedInCustomer = async (factory: Pick<IDBFactory, 'open'>): Promise<string | undefined> => {
  const stored: unknown = await readStored(factory, session, (store) => store.get('currentUser')).catch(
    () => undefined,
  )
  const isUser = typeof stored === 'object' && stored !== null && 'userID' in stored
  return isUser && typeof stored.userID === 'string' ? stored.userID : undefined
}

/**
 * What the server signed about this device and a customer; undefined if another customer, or none, signed in
 * last.
 */
export const statementFor = async (
  customer: string,
  factory: Pick<IDBFactory, 'open'>,
): Promise<Statement | undefined> => {
  const stored: unknown = await readStored(factory, session, (store) => store.get('deviceStatement')).catch(
    () => undefined,
  )
  return isStatement(stored) && stored.customer_id === customer ? stored : undefined
}
