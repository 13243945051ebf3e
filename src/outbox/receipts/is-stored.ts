import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'

/**
 * Asks the server if it has the entry of a receipt now: a signature proves only that it once had the entry.
 * Resolves to undefined if the server cannot be asked.
 */
export const createIsStored =
  ({ api }: { api: Pick<ProductApiClient, 'call'> }) =>
  async ({ key, hash }: Receipt, customer: string): Promise<boolean | undefined> => {
    const response = await api.call('hasEntry', { customer_id: customer, key, hash })
    return response.ok ? response.value.has : undefined
  }

export type IsStored = ReturnType<typeof createIsStored>
