import * as v from 'valibot'
import { idempotencyKey, timestamp } from '../shapes.ts'

/** A signature, or a key. */
export const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(128))

/** The name of a signing key: the month it signs in, as `2026-11`. */
export const keyId = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/))

/** The server's confirmation that an entry is stored: the device keeps it and shows it to the coach. */
export const receipt = v.object({
  key: idempotencyKey,
  /** SHA-256 of the body's bytes as received, hex */
  hash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  received_at: timestamp,
  /** Grows with every entry the server accepted from anybody, within an epoch. */
  sequence: v.number(),
  /** Which history of the database counts the sequence: a restored one begins another. Absent in receipts of version 4. */
  epoch: v.optional(v.pipe(v.string(), v.uuid())),
  key_id: keyId,
  /** Ed25519 over `receiptText`, base64url */
  signature: base64url,
  /** Ed25519 over `epochText`, base64url: beside the other, which apps of version 4 check. */
  epoch_signature: v.optional(base64url),
})
export type Receipt = v.InferOutput<typeof receipt>

/** The public half of a signing key; published for as long as a receipt of it may be shown. */
export const receiptKey = v.object({ key_id: keyId, public_key: base64url })
export type ReceiptKey = v.InferOutput<typeof receiptKey>

/** What a receipt's signature is over. It names the customer: nobody can show another's receipt as their own. */
export const receiptText = (
  { key, hash, received_at, sequence, key_id }: Omit<Receipt, 'signature' | 'epoch_signature'>,
  customer: string,
): string => ['breaking-barriers receipt 1', customer, key, hash, received_at, sequence, key_id].join('\n')

/** What the signature of the epoch is over: the signed receipt, and the epoch that it says it is of. */
export const epochText = ({ signature, epoch = '' }: Pick<Receipt, 'signature' | 'epoch'>): string =>
  ['breaking-barriers receipt epoch 1', signature, epoch].join('\n')
