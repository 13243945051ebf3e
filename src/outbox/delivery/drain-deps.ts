import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboxStore } from '../store/outbox-store.ts'

/** What a drain needs. A drain is one pass over the outbox that sends all entries that can be sent. */
export type DrainDeps = {
  store: OutboxStore
  api: ProductApiClient
  /** Returns the customer of the session. Called again before every request. */
  customer: () => string | undefined
  /** Reads the stored session again. Only for contexts that receive no event when the session changes. */
  refreshSession?: () => Promise<void>
  /**
   * Called before the first entry. Ensures that the product session was opened with the id of this device,
   * because the server counts sequence numbers by device.
   */
  prepare?: (customerId: string) => Promise<void>
  /**
   * Opens a new product session for a customer if the server does not know the old session. Accepts a session
   * that another tab opened after `since`, in ms since the epoch. Resolves to whether a session is open, or
   * to undefined if the attempt failed without a refusal, for example because the provider cannot be reached.
   */
  renewSession?: (customerId: string, since: number) => Promise<boolean | undefined>
  /** Computes the SHA-256 of a body, in hex. */
  hash?: (body: unknown) => Promise<string>
  /** Whether our server signed a receipt, or undefined if that cannot be determined now. */
  checkReceipt?: (receipt: Receipt, customerId: string) => Promise<boolean | undefined>
  /** Probes our server with another request. Resolves to whether it responds. */
  isServerReachable?: () => Promise<boolean>
  /** Entries are sent in one request if at least this many can be sent. Fewer are sent one by one. */
  minBatchSize?: number | undefined
  /**
   * `isSupported` becomes false, until a reload, if the server does not know the call for several entries.
   */
  batching?: { isSupported: boolean }
  /** Returns the time in ms since the epoch. */
  now: () => number
  random: () => number
  log: Log
  /** Called after an entry was sent or failed to send. */
  onChange: () => void
}

/** Returns the customer of the session. Reads the stored session first where that is necessary. */
export const readCustomer = async ({
  customer,
  refreshSession,
}: Pick<DrainDeps, 'customer' | 'refreshSession'>): Promise<string | undefined> => {
  await refreshSession?.()
  return customer()
}
