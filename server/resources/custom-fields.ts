import type { OutboxHandler } from '../api/handler.ts'
import { newest } from '../db/deliveries/store-newest.ts'
import { customFields } from '../db/schema.ts'

/** Further fields of a customer, one row each: the newest wins field by field. */
const newFields: OutboxHandler<'newFields'> = {
  adds: (_entry, { fields }) =>
    Object.entries(fields).map(([name, value]) => ({ newest: newest(customFields, { name }, { value }) })),
}

export const customFieldHandlers = { newFields }
