import * as v from 'valibot'
import * as schemas from '../../shared-schemas.ts'
import { deviceStatement } from '../device-statement.ts'
import { receipt } from '../receipt.ts'
import { sequence } from '../sync-report.ts'

/** The call by which an admin imports a coach's rescue file. */
export const rescueApi = {
  rescueEntry: {
    method: 'POST',
    path: '/api/rescue-entry',
    access: 'supporter',
    delivery: 'direct',
    body: v.strictObject({
      /** The customer whose entries the admin imports. Entries of other customers are refused. */
      customer_id: schemas.customerId,
      device: schemas.deviceId,
      seq: sequence,
      key: schemas.idempotencyKey,
      /** The name of an outbox call. */
      call: v.pipe(v.string(), v.maxLength(64)),
      schema: v.pipe(v.number(), v.integer()),
      /** Proves that the device is the customer's. Without it, `seq` is not recorded as received. */
      statement: v.optional(deviceStatement),
      /** When the entry was captured, by the device's corrected clock. */
      captured_at: v.optional(schemas.timestamp),
      /** The body of the entry, exactly as the device would have sent it. */
      body: v.pipe(v.string(), v.maxLength(60_000)),
    }),
    response: v.object({ receipt, replayed: v.boolean() }),
  },
} as const
