import * as v from 'valibot'
import { customerCall, customerField, openQuery } from './api-call.ts'
import { receipt, receiptKey } from './receipt.ts'

/** The maximum number of entries in one request. */
export const maxEntries = 50

/**
 * An outbox entry as its own call would send it. Only the format is validated here. The content is validated
 * for each entry, so that an invalid entry does not affect the others.
 */
const sentEntry = v.strictObject({
  /** The name of its call. */
  call: v.pipe(v.string(), v.maxLength(64)),
  /** The headers of its call, including `Idempotency-Key`. */
  headers: v.record(v.pipe(v.string(), v.maxLength(64)), v.pipe(v.string(), v.maxLength(4096))),
  /** The body of its call, exactly as it was captured. */
  body: v.string(),
  /** The indexes in this list of the entries that must be stored before this one. */
  follows: v.optional(
    v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(maxEntries)),
  ),
})
export type SentEntry = v.InferInput<typeof sentEntry>

/** The response that the entry's own call would get. */
const entryResult = v.object({
  status: v.number(),
  body: v.looseObject({}),
  /** Whether the server had already accepted the entry before. */
  replayed: v.optional(v.boolean()),
})
export type EntryResult = v.InferOutput<typeof entryResult>

export const deliveryApi = {
  deliverEntries: {
    method: 'POST',
    path: '/api/deliver-entries',
    access: 'customer',
    delivery: 'batch',
    body: v.strictObject({
      ...customerField,
      entries: v.pipe(v.array(sentEntry), v.minLength(1), v.maxLength(maxEntries)),
    }),
    response: v.object({ results: v.array(v.nullable(entryResult)) }),
  },
} as const

/** The calls about receipts. */
export const receiptApi = {
  receiptKeys: {
    ...openQuery('/api/receipt-keys'),
    body: v.undefined(),
    response: v.object({ keys: v.array(receiptKey) }),
  },
  hasEntry: {
    ...customerCall('/api/has-entry'),
    body: v.strictObject({ ...customerField, ...v.pick(receipt, ['key', 'hash']).entries }),
    response: v.object({ has: v.boolean() }),
  },
} as const
