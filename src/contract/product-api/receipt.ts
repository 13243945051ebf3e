import * as v from 'valibot'
import { idempotencyKey, timestamp } from '../shared-schemas.ts'

/** A signature or a public key, in base64url. */
export const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(128))

/** The id of a signing key: the month when it signs, such as `2026-11`. */
export const keyId = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/))

/**
 * The server's confirmation that it stored an outbox entry. The device stores it and shows it to the coach.
 */
export const receipt = v.object({
  key: idempotencyKey,
  /** SHA-256 of the body's bytes as received, in hex. */
  hash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  received_at: timestamp,
  /** Within an epoch, increases with every entry that the server accepts, from any customer. */
  sequence: v.number(),
  /**
   * The id of the database's history. `sequence` counts within one history. A restored database starts a new
   * one. Absent in receipts of version 4.
   */
  epoch: v.optional(v.pipe(v.string(), v.uuid())),
  key_id: keyId,
  /** Ed25519 over `createReceiptText`, in base64url. */
  signature: base64url,
  /**
   * Ed25519 over `createEpochText`, in base64url. The epoch has its own signature, because apps of version 4
   * check `signature` without it.
   */
  epoch_signature: v.optional(base64url),
})
export type Receipt = v.InferOutput<typeof receipt>

/** A public key. It is published as long as a receipt with its signature may be shown. */
export const receiptKey = v.object({ key_id: keyId, public_key: base64url })
export type ReceiptKey = v.InferOutput<typeof receiptKey>

/**
 * Returns the text that the signature of a receipt covers. It contains the customer, so that nobody can
 * present another customer's receipt as their own.
 */
export const createReceiptText = (
  { key, hash, received_at, sequence, key_id }: Omit<Receipt, 'signature' | 'epoch_signature'>,
  customerId: string,
): string => ['breaking-barriers receipt 1', customerId, key, hash, received_at, sequence, key_id].join('\n')

/** Returns the text that the signature of the epoch covers: the receipt's signature and the epoch. */
export const createEpochText = ({ signature, epoch = '' }: Pick<Receipt, 'signature' | 'epoch'>): string =>
  ['breaking-barriers receipt epoch 1', signature, epoch].join('\n')
