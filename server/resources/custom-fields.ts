import type { OutboxHandler } from '../api/handler.ts'
import { storeNewest } from '../db/store-newest.ts'
import { customFields } from '../db/schema.ts'

/** Further fields of a customer, one row each: the newest wins field by field. */
const newFields: OutboxHandler<'newFields'> = {
  write: async (tx, { customer, sequence, capturedAt, receivedAt }, { fields }) => {
    for (const [name, value] of Object.entries(fields)) {
      const row = { customerId: customer, name, value, sequence, capturedAt, receivedAt }
      await storeNewest(tx, { table: customFields, key: [customFields.customerId, customFields.name], row })
    }
    return {}
  },
}

export const customFieldHandlers = { newFields }
