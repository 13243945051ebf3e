import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboxStore } from '../store/outbox-store.ts'

export type DrainDeps = {
  store: OutboxStore
  api: ProductApiClient
  /** The customer of the session. Read again before every request. */
  customer: () => string | undefined
  /** Reads the session first, in contexts that receive no event when it changes. */
  refreshSession?: () => Promise<void>
  /**
   * Called before the first entry. Ensures that the product session belongs to this device, because the
   * server counts the sequence numbers of a device.
   */
  prepare?: (customer: string) => Promise<void>
  /**
   * Opens a new product session for a customer if the server does not know the old one. Accepts a session
   * that another tab opened after `since`. Resolves to whether a session is open; undefined if that cannot be
   * determined now, although nothing refused the customer.
   */
  renewSession?: (customer: string, since: number) => Promise<boolean | undefined>
  /** SHA-256 of a body, in hex. */
  hash?: (body: unknown) => Promise<string>
  /** Whether our server signed a receipt; undefined if that cannot be determined now. */
  checkReceipt?: (receipt: Receipt, customer: string) => Promise<boolean | undefined>
  /** Probes our server with another request; resolves to whether it responds. */
  isServerThere?: () => Promise<boolean>
  /** The number of sendable entries from which on they are sent in one request. Fewer are sent one by one. */
  minBatchSize?: number | undefined
  /** Whether the server has the call for several entries, as far as this visit has found out. */
  batching?: { isSupported: boolean }
  /** ms since epoch */
  now: () => number
  random: () => number
  log: Log
  /** Called after an entry was sent or failed to send. */
  onChange: () => void
}

/** The current customer of the session. */
export const currentCustomer = async ({
  customer,
  refreshSession,
}: Pick<DrainDeps, 'customer' | 'refreshSession'>): Promise<string | undefined> => {
  await refreshSession?.()
  return customer()
}
