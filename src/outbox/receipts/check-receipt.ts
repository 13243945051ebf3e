import * as v from 'valibot'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { epochText, receiptKey, receiptText, type Receipt } from '../../contract/product-api/receipt.ts'
import { verifyEd25519 } from '../../lib/verify-ed25519.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'

const name = 'receipt-keys'
const keyList = v.array(receiptKey)
const storedKeys = v.fallback(keyList, [])

/** Whether the holder of a key signed a receipt; undefined where this browser does not know the curve. */
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

export type CheckReceiptDeps = {
  api: Pick<ProductApiClient, 'call'>
  values: Pick<KeyValues, 'read' | 'write'>
  verify?: typeof isSigned
}

/**
 * Checks receipts by the keys that the server publishes, which are stored on the device. Resolves to undefined where it
 * cannot be known now: the keys were never read, or the browser has no Ed25519.
 */
export const createCheckReceipt = ({ api, values, verify = isSigned }: CheckReceiptDeps) => {
  let known: Promise<Map<string, string>> | undefined

  const stored = async () => {
    const keys = v.parse(storedKeys, await values.read(name).catch(() => undefined))
    return new Map(keys.map(({ key_id, public_key }) => [key_id, public_key]))
  }

  /** Undefined when the server cannot be reached. */
  const published = async (): Promise<Map<string, string> | undefined> => {
    const response = await api.call('receiptKeys', undefined)
    if (!response.ok) return undefined
    const { keys } = response.value
    await values.write(name, keys).catch(() => undefined)
    const fresh = new Map(keys.map(({ key_id, public_key }) => [key_id, public_key]))
    known = Promise.resolve(fresh)
    return fresh
  }

  return async (receipt: Receipt, customer: string): Promise<boolean | undefined> => {
    const storedKey = (await (known ??= stored())).get(receipt.key_id)
    const signed = storedKey === undefined ? undefined : await verify(receipt, customer, storedKey)
    if (storedKey !== undefined && signed !== false) return signed
    // A key that does not fit is read again too: a server that lost its keys makes the one of the month again.
    const keys = await published()
    if (!keys) return signed
    const publicKey = keys.get(receipt.key_id)
    // The server's own list is complete: a key that it does not publish is not its own.
    return publicKey === undefined ? false : verify(receipt, customer, publicKey)
  }
}

export type CheckReceipt = ReturnType<typeof createCheckReceipt>
