import type { OutboxHandler } from '../api/handler.ts'
import { newest } from '../db/deliveries/store-newest.ts'
import { customFields } from '../db/schema.ts'

/** Additional fields of a customer, one row each. The newest value of each field wins. */
const newFields: OutboxHandler<'newFields'> = {
  adds: (_entry, { fields }) =>
    Object.entries(fields).map(([name, value]) => ({ newest: newest(customFields, { name }, { value }) })),
}

export const customFieldHandlers = { newFields }
