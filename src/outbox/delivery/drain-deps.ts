import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboxStore } from '../store/outbox-store.ts'

export type DrainDeps = {
  store: OutboxStore
  api: ProductApiClient
  /** The customer of the session, asked again before every request. */
  customer: () => string | undefined
  /** Reads the session again first, where nobody tells this context that it changed. */
  refreshSession?: () => Promise<void>
  /** Called before the first entry: has the product session be one of this device, which numbers the entries. */
  prepare?: (customer: string) => Promise<void>
  /**
   * Makes a new product session of a customer where the server does not know the old one; resolves to whether there is one, and to
   * undefined where that cannot be found out now: nobody has refused it. One that another tab opened after `since` will do.
   */
  renewSession?: (customer: string, since: number) => Promise<boolean | undefined>
  /** SHA-256 of a body, hex */
  hash?: (body: unknown) => Promise<string>
  /** Whether a receipt is the server's; undefined where that cannot be found out now. */
  checkReceipt?: (receipt: Receipt, customer: string) => Promise<boolean | undefined>
  /** Probes our server with another request; resolves to whether it is there. */
  isServerThere?: () => Promise<boolean>
  /** So many entries that can be sent go in one request; fewer go one by one. */
  fewestTogether?: number | undefined
  /** Whether the server has a call for several entries, as far as was heard in this visit. */
  together?: { isKnown: boolean }
  /** ms since epoch */
  now: () => number
  random: () => number
  log: Log
  /** Called when an entry was sent, or could not be. */
  changed: () => void
}

/** The customer of the session, as it is now. */
export const currentCustomer = async ({
  customer,
  refreshSession,
}: Pick<DrainDeps, 'customer' | 'refreshSession'>): Promise<string | undefined> => {
  await refreshSession?.()
  return customer()
}
