import { sign } from 'node:crypto'
import { receiptText, type Receipt } from '../../src/contract/product-api/receipt.ts'
import type { SigningKey } from './receipt-keys.ts'

/** Signs what the server says about an entry of a customer. */
export const signReceipt = (
  said: Omit<Receipt, 'key_id' | 'signature'>,
  customer: string,
  { id, key }: SigningKey,
): Receipt => {
  const unsigned = { ...said, key_id: id }
  const signature = sign(null, Buffer.from(receiptText(unsigned, customer)), key).toString('base64url')
  return { ...unsigned, signature }
}
