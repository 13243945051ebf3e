import type { OutboxCall } from '../../src/contract/product-api.ts'
import type { Receipt } from '../../src/contract/product-api/receipt.ts'
import type { DeviceSequence } from '../db/deliveries/sequence-gaps.ts'

/** An outbox entry as it arrived. */
export type Delivery = {
  call: OutboxCall
  customer: string
  key: string
  bytes: Uint8Array
  /** The version of the contract that its body is of. */
  version: number
  sequence?: DeviceSequence
  /** By the device's corrected clock. */
  capturedAt?: Date
  /** The distance from UTC where it was captured, as `-03:00`; `Z` where that is not known. */
  offset?: string
  /** The receipt that it was given when it arrived before. */
  former?: Receipt
}

/** The response, and whether it was given before. */
export type Delivered = { response: unknown; replayed: boolean }
