import { customerId } from '../contract/shapes.ts'
import { createStore } from '../lib/create-store.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue } from '../platform/storage/stored-value.ts'

/**
 * Creates the notice that this browser has lost its database, perhaps with unsent work of a customer. It is
 * stored until the customer dismisses it.
 */
export const createDatabaseLossNotice = (values: KeyValues) => {
  const stored = createStoredValue(values, 'beganAnew', customerId)
  /** The customer whom the notice is for. */
  const recipient = createStore<string | undefined>(undefined)
  void stored.read().then((customer) => {
    if (customer !== undefined) recipient.set(customer)
  })
  return {
    isFor: (customer: string): boolean => recipient.get() === customer,
    subscribe: recipient.subscribe,
    showTo: async (customer: string): Promise<void> => {
      recipient.set(customer)
      await stored.write(customer)
    },
    dismiss: async (): Promise<void> => {
      recipient.set(undefined)
      await stored.discard()
    },
  }
}
