import { customerId } from '../contract/shapes.ts'
import { createStore } from '../lib/create-store.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue } from '../platform/storage/stored-value.ts'

/**
 * Remembers the customer whose unsent work may have been lost with this browser's database, until the
 * customer has read the notice.
 */
export const createBeganAnew = (values: KeyValues) => {
  const stored = createStoredValue(values, 'beganAnew', customerId)
  const whose = createStore<string | undefined>(undefined)
  void stored.read().then((customer) => {
    if (customer !== undefined) whose.set(customer)
  })
  return {
    of: (customer: string): boolean => whose.get() === customer,
    subscribe: whose.subscribe,
    note: async (customer: string): Promise<void> => {
      whose.set(customer)
      await stored.write(customer)
    },
    dismiss: async (): Promise<void> => {
      whose.set(undefined)
      await stored.discard()
    },
  }
}
