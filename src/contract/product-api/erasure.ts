import * as v from 'valibot'
import { timestamp } from '../shared-schemas.ts'
import { base64url, keyId } from './receipt.ts'

/** Why an admin deletes an account. A fixed list, because free text could contain the data to delete. */
export const erasureReasons = ['asked', 'authority', 'inactive', 'mistake'] as const
export type ErasureReason = (typeof erasureReasons)[number]

/**
 * The server's confirmation that it deleted an account with all its data. It contains no personal data. Only
 * someone who knows the customer's id can recognise the account by its hash.
 */
export const erasureReceipt = v.object({
  number: v.pipe(v.string(), v.uuid()),
  /** SHA-256 of the customer's id. */
  customer_hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  erased_at: timestamp,
  by: v.picklist(['customer', 'admin']),
  /** The number of deleted rows by table. */
  rows: v.record(v.string(), v.number()),
  key_id: keyId,
  /** Ed25519 over `createErasureText`, in base64url. */
  signature: base64url,
})
export type ErasureReceipt = v.InferOutput<typeof erasureReceipt>

/** Returns the text that the signature covers. */
export const createErasureText = (receipt: Omit<ErasureReceipt, 'signature'>): string => {
  const { number, customer_hash, erased_at, by, rows, key_id } = receipt
  const counts = Object.keys(rows)
    .sort()
    .map((table) => `${table} ${rows[table]}`)
  return ['breaking-barriers erasure 1', number, customer_hash, erased_at, by, ...counts, key_id].join('\n')
}
