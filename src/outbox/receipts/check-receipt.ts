import { epochText, receiptText, type Receipt } from '../../contract/product-api/receipt.ts'
import { verifyEd25519 } from '../../lib/verify-ed25519.ts'
import { createCheckByKey, type CheckByKeyDeps } from './check-by-key.ts'

/** Whether the holder of a key signed a receipt; undefined if this browser does not support the curve. */
export const isSigned = async (
  receipt: Receipt,
  customer: string,
  publicKey: string,
): Promise<boolean | undefined> => {
  const { signature, epoch, epoch_signature = '' } = receipt
  const signed = await verifyEd25519({ text: receiptText(receipt, customer), signature, publicKey })
  if (!signed || epoch === undefined) return signed
  return verifyEd25519({ text: epochText(receipt), signature: epoch_signature, publicKey })
}

export type CheckReceiptDeps = CheckByKeyDeps & { verify?: typeof isSigned }

/** Checks the receipts of a customer. See `createCheckByKey`. */
export const createCheckReceipt = ({ verify = isSigned, ...deps }: CheckReceiptDeps) => {
  const check = createCheckByKey(deps)
  return (receipt: Receipt, customer: string): Promise<boolean | undefined> =>
    check(receipt.key_id, (publicKey) => verify(receipt, customer, publicKey))
}

export type CheckReceipt = ReturnType<typeof createCheckReceipt>
