import type { OutboxHandler } from '../api/handler.ts'
import { storeNewest } from '../db/store-newest.ts'
import { customFields } from '../db/schema.ts'

/** Further fields of a customer, one row each: the newest wins field by field. */
const newFields: OutboxHandler<'newFields'> = {
  write: async (tx, { customer, sequence, capturedAt, receivedAt }, { fields }) => {
    // In one order for everybody: two entries that lock the same rows in different orders block each other.
    for (const name of Object.keys(fields).sort()) {
      const value = fields[name] ?? ''
      const row = { customerId: customer, name, value, sequence, capturedAt, receivedAt }
      await storeNewest(tx, { table: customFields, key: [customFields.customerId, customFields.name], row })
    }
    return {}
  },
}

export const customFieldHandlers = { newFields }
