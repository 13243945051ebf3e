import { ok } from '../../src/lib/result.ts'
import type { DirectHandler } from '../api/handler.ts'
import type { ReceiptKeys } from '../api/sign-receipt.ts'

/** The keys with which anybody checks a receipt without asking the server about it. */
export const createReceipts = ({ keys }: { keys: ReceiptKeys }) => {
  const receiptKeys: DirectHandler<'receiptKeys'> = async () => ok({ keys: await keys.published() })
  return { receiptKeys }
}
