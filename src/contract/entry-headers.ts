import { headers } from './product-api.ts'
import type { Receipt } from './product-api/receipt.ts'

/** The options of a call for an outbox entry: everything that is sent besides the body. */
export type EntryOptions = {
  key?: string
  /** The position of an outbox entry in the sequence of its device. */
  sequence?: { device: string; seq: number }
  /** The version of the body, if it is not the present one. */
  schema?: number
  /** When an outbox entry was captured: local time with offset in ISO 8601, by the corrected clock. */
  capturedAt?: string
  /** The receipt of an entry that the server accepted before and has lost since. */
  formerReceipt?: Receipt | undefined
}

/** The headers for these options. */
export const entryHeaders = ({
  key,
  sequence,
  schema,
  capturedAt,
  formerReceipt,
}: EntryOptions): Record<string, string> => ({
  ...(key === undefined ? {} : { [headers.idempotencyKey]: key }),
  ...(schema !== undefined && { [headers.schemaVersion]: String(schema) }),
  ...(capturedAt !== undefined && { [headers.capturedAt]: capturedAt }),
  ...(formerReceipt && { [headers.formerReceipt]: JSON.stringify(formerReceipt) }),
  ...(sequence && { [headers.deviceSequence]: `${sequence.device}/${sequence.seq}` }),
})
