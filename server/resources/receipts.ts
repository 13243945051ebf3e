import { ok } from '../../src/lib/result.ts'
import type { ReceiptKeys } from '../api/receipt-keys.ts'
import type { OpenHandler } from '../api/handler.ts'

/** What anybody needs to check a receipt without asking us again. */
export const createReceiptCalls = ({ keys }: { keys: ReceiptKeys }) => {
  const receiptKeys: OpenHandler<'receiptKeys'> = async () => ok({ keys: await keys.published() })
  return { receiptKeys }
}
