import * as v from 'valibot'
import { timestamp } from '../shapes.ts'
import { base64url, keyId } from './receipt.ts'

/** Why an admin deletes an account: a list, because free text would hold what the deletion is to remove. */
export const erasureReasons = ['asked', 'authority', 'inactive', 'mistake'] as const
export type ErasureReason = (typeof erasureReasons)[number]

/**
 * The server's confirmation that an account and everything about it were deleted. It says nothing about a person: who knows
 * the id of the customer can tell by its hash whose account it was, and nobody else.
 */
export const erasureReceipt = v.object({
  number: v.pipe(v.string(), v.uuid()),
  /** SHA-256 of the customer's id */
  customer_hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  erased_at: timestamp,
  by: v.picklist(['customer', 'admin']),
  /** How many rows of each table spoke of the customer. */
  rows: v.record(v.string(), v.number()),
  key_id: keyId,
  /** Ed25519 over `erasureText`, base64url */
  signature: base64url,
})
export type ErasureReceipt = v.InferOutput<typeof erasureReceipt>

/** What the signature is over. */
export const erasureText = (receipt: Omit<ErasureReceipt, 'signature'>): string => {
  const { number, customer_hash, erased_at, by, rows, key_id } = receipt
  const counts = Object.keys(rows)
    .sort()
    .map((table) => `${table} ${rows[table]}`)
  return ['breaking-barriers erasure 1', number, customer_hash, erased_at, by, ...counts, key_id].join('\n')
}
