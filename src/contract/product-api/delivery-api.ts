import * as v from 'valibot'
import { customerCall, customerField, openQuery } from './api-call.ts'
import { deviceStatement } from './device-statement.ts'
import { receipt, receiptKey } from './receipt.ts'
import * as shape from '../shapes.ts'
import { sequence } from './sync-report.ts'

/** The most entries in one request. */
export const maxEntries = 50

/**
 * An entry as its own call would send it. Its texts are validated as in a single call, so that an invalid
 * entry does not affect the others.
 */
const sentEntry = v.strictObject({
  /** The name of its call. */
  call: v.pipe(v.string(), v.maxLength(64)),
  /** The headers of the entry's own call, including `Idempotency-Key`, under the same names. */
  headers: v.record(v.pipe(v.string(), v.maxLength(64)), v.pipe(v.string(), v.maxLength(4096))),
  /** The body of its call, in exactly the bytes that were captured. */
  body: v.string(),
  /** Indexes in this list of the entries that have to be stored before this one. */
  follows: v.optional(
    v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(maxEntries)),
  ),
})
export type SentEntry = v.InferInput<typeof sentEntry>

/** The response of the entry's own call. */
const entryResult = v.object({
  status: v.number(),
  body: v.looseObject({}),
  /** The server had accepted the entry before. */
  replayed: v.optional(v.boolean()),
})
export type EntryResult = v.InferOutput<typeof entryResult>

export const deliveryApi = {
  deliverEntries: {
    method: 'POST',
    path: '/api/deliver-entries',
    access: 'customer',
    delivery: 'batch',
    summary:
      'Delivers several outbox entries in order, as their own calls would. Returns a result for each; null if the entry was not tried, because one that it follows was not stored, or because time or allowance ran out.',
    body: v.strictObject({
      ...customerField,
      entries: v.pipe(v.array(sentEntry), v.minLength(1), v.maxLength(maxEntries)),
    }),
    response: v.object({ results: v.array(v.nullable(entryResult)) }),
  },
} as const

/** Calls about proofs of delivery, and the import of a coach's rescue file by an admin. */
export const receiptApi = {
  receiptKeys: {
    ...openQuery(
      '/api/receipt-keys',
      'The public Ed25519 keys that receipts are checked with, the older ones included.',
    ),
    body: v.undefined(),
    response: v.object({ keys: v.array(receiptKey) }),
  },
  hasEntry: {
    ...customerCall('/api/has-entry', 'Whether the server has the entry of a receipt now.'),
    body: v.strictObject({ ...customerField, ...v.pick(receipt, ['key', 'hash']).entries }),
    response: v.object({ has: v.boolean() }),
  },
  rescueEntry: {
    method: 'POST',
    path: '/api/rescue-entry',
    access: 'admin',
    delivery: 'direct',
    summary: "Delivers an entry of a rescue file in its customer's name, as the phone would have: once.",
    body: v.strictObject({
      /** The customer for whom the admin imports. Entries of other customers are refused. */
      customer_id: shape.customerId,
      device: shape.deviceId,
      seq: sequence,
      key: shape.idempotencyKey,
      /** The name of an outbox call. */
      call: v.pipe(v.string(), v.maxLength(64)),
      schema: v.pipe(v.number(), v.integer()),
      /** Proves that the device is the customer's. Without it, `seq` does not count for the device. */
      statement: v.optional(deviceStatement),
      /** By the device's corrected clock. */
      captured_at: v.optional(shape.timestamp),
      /** The entry's own body, as the phone would have sent it. */
      body: v.pipe(v.string(), v.maxLength(60_000)),
    }),
    response: v.object({ receipt, replayed: v.boolean() }),
  },
} as const
