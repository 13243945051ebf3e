import * as v from 'valibot'
import { customerCall, ofCustomer, openQuery } from './api-call.ts'
import { deviceStatement } from './device-statement.ts'
import { receipt, receiptKey } from './receipt.ts'
import * as shape from '../shapes.ts'
import { sequence } from './sync-report.ts'

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
    body: v.strictObject({ ...ofCustomer, ...v.pick(receipt, ['key', 'hash']).entries }),
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
