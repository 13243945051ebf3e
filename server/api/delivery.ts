import type { OutboxCall } from '../../src/contract/product-api.ts'
import type { Receipt } from '../../src/contract/product-api/receipt.ts'
import type { DeviceSequence } from '../db/deliveries/sequence-gaps.ts'

export type Delivery = {
  call: OutboxCall
  customer: string
  key: string
  bytes: Uint8Array
  /** The version of the contract that the body follows. */
  version: number
  sequence?: DeviceSequence
  /** By the device's corrected clock. */
  capturedAt?: Date
  /** The UTC offset at the place of capture, such as `-03:00`; `Z` if it is unknown. */
  offset?: string
  /** The receipt from an earlier arrival. */
  former?: Receipt
}

/** The response, and whether the entry had arrived before. */
export type Delivered = { response: unknown; replayed: boolean }
