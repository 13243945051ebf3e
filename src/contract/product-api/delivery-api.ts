import * as v from 'valibot'
import * as shape from '../shapes.ts'
import { customerCall, customerField, openQuery } from './api-call.ts'
import { deviceStatement } from './device-statement.ts'
import { receipt, receiptKey } from './receipt.ts'
import { sequence } from './sync-report.ts'

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

/** The calls about receipts, and the one that an admin uses to import a coach's rescue file. */
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
  rescueEntry: {
    method: 'POST',
    path: '/api/rescue-entry',
    access: 'supporter',
    delivery: 'direct',
    body: v.strictObject({
      /** The customer whose entries the admin imports. Entries of other customers are refused. */
      customer_id: shape.customerId,
      device: shape.deviceId,
      seq: sequence,
      key: shape.idempotencyKey,
      /** The name of an outbox call. */
      call: v.pipe(v.string(), v.maxLength(64)),
      schema: v.pipe(v.number(), v.integer()),
      /** Proves that the device is the customer's. Without it, `seq` is not recorded as received. */
      statement: v.optional(deviceStatement),
      /** When the entry was captured, by the device's corrected clock. */
      captured_at: v.optional(shape.timestamp),
      /** The body of the entry, exactly as the device would have sent it. */
      body: v.pipe(v.string(), v.maxLength(60_000)),
    }),
    response: v.object({ receipt, replayed: v.boolean() }),
  },
} as const
