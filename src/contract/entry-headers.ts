import { headers } from './product-api.ts'
import type { Receipt } from './product-api/receipt.ts'

/** What a call says of an outbox entry beside its body. */
export type EntryOptions = {
  key?: string
  /** Where an outbox entry stands in the sequence of its device. */
  sequence?: { device: string; seq: number }
  /** The version of the body, where it is not today's. */
  schema?: number
  /** When an outbox entry was captured, in ISO 8601 by the corrected clock, as clocks showed it there. */
  capturedAt?: string
  /** The receipt of an entry that was accepted before, and that the server has lost since. */
  formerReceipt?: Receipt | undefined
}

/** The headers that say so. */
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
