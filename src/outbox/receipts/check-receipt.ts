import * as v from 'valibot'
import {
  createEpochText,
  receiptKey,
  createReceiptText,
  type Receipt,
} from '../../contract/product-api/receipt.ts'
import { verifyEd25519 } from '../../lib/verify-ed25519.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'

const storageKey = 'receipt-keys'
const storedKeysSchema = v.fallback(v.array(receiptKey), [])

type CheckByKeyDeps = {
  api: Pick<ProductApiClient, 'call'>
  values: Pick<KeyValues, 'read' | 'write'>
}

/** Whether a signature matches a public key, or undefined if this browser does not support Ed25519. */
type IsSignedBy = (publicKey: string) => Promise<boolean | undefined>

/**
 * Returns the function that checks signatures of the server with its published keys, which are stored on the
 * device. It resolves to undefined if it cannot decide now: the server cannot be reached for the keys, or the
 * browser does not support Ed25519.
 */
const createCheckByKey = ({ api, values }: CheckByKeyDeps) => {
  /** The known public keys, by their ids. */
  let keysById: Promise<Map<string, string>> | undefined

  const readStoredKeys = async () => {
    // Keys that cannot be read are requested from the server.
    const keys = v.parse(storedKeysSchema, await values.read(storageKey).catch(() => undefined))
    return new Map(keys.map(({ key_id, public_key }) => [key_id, public_key]))
  }

  /** Requests the keys. Resolves to undefined if the server cannot be reached. */
  const fetchPublishedKeys = async (): Promise<Map<string, string> | undefined> => {
    const response = await api.call('receiptKeys', undefined)
    if (!response.ok) return undefined
    const { keys } = response.value
    // If the keys cannot be stored, the next start of the app requests them again.
    await values.write(storageKey, keys).catch(() => undefined)
    const publishedKeys = new Map(keys.map(({ key_id, public_key }) => [key_id, public_key]))
    keysById = Promise.resolve(publishedKeys)
    return publishedKeys
  }

  return async (keyId: string, isSignedBy: IsSignedBy): Promise<boolean | undefined> => {
    keysById ??= readStoredKeys()
    const knownKey = (await keysById).get(keyId)
    const isValid = knownKey === undefined ? undefined : await isSignedBy(knownKey)
    // With a known key, undefined means that the browser does not support Ed25519. Other keys do not help.
    if (knownKey !== undefined && isValid !== false) return isValid
    // Also requests the keys again if a known key does not match, because a server that lost its keys
    // creates a new key under the same id, which is the current month.
    const publishedKeys = await fetchPublishedKeys()
    if (!publishedKeys) return isValid
    const publicKey = publishedKeys.get(keyId)
    // The server publishes all of its keys, so a key that it does not publish is not its own.
    return publicKey === undefined ? false : isSignedBy(publicKey)
  }
}

/**
 * Whether the holder of a key signed a receipt, or undefined if the browser does not support Ed25519. The
 * epoch, the id of the database's history since the last restore, has its own signature. Old receipts have no
 * epoch.
 */
export const isSigned = async (
  receipt: Receipt,
  customerId: string,
  publicKey: string,
): Promise<boolean | undefined> => {
  const { signature, epoch, epoch_signature = '' } = receipt
  const isValid = await verifyEd25519({ text: createReceiptText(receipt, customerId), signature, publicKey })
  if (!isValid || epoch === undefined) return isValid
  // An epoch without a signature is refused, because '' is not a valid signature.
  return verifyEd25519({ text: createEpochText(receipt), signature: epoch_signature, publicKey })
}

type CheckReceiptDeps = CheckByKeyDeps & { verify?: typeof isSigned }

/**
 * Returns the function that checks the receipts of a customer. It resolves to undefined if it cannot decide
 * now.
 */
export const createCheckReceipt = ({ verify = isSigned, ...deps }: CheckReceiptDeps) => {
  const check = createCheckByKey(deps)
  return (receipt: Receipt, customerId: string): Promise<boolean | undefined> =>
    check(receipt.key_id, (publicKey) => verify(receipt, customerId, publicKey))
}

export type CheckReceipt = ReturnType<typeof createCheckReceipt>

/** A signature of the server, with the id of its key. */
type ServerSignature = { key_id: string; signature: string }

/**
 * Returns the function that checks the server's signature of a text. It resolves to undefined if it cannot
 * decide now.
 */
export const createCheckSignature = (deps: CheckByKeyDeps) => {
  const check = createCheckByKey(deps)
  return ({ key_id, signature }: ServerSignature, text: string): Promise<boolean | undefined> =>
    check(key_id, (publicKey) => verifyEd25519({ text, signature, publicKey }))
}

export type CheckSignature = ReturnType<typeof createCheckSignature>

/**
 * Returns the function that asks the server whether it still has the entry of a receipt. A signature proves
 * only that it once had the entry. The function resolves to undefined if the server does not respond.
 */
export const createIsStored =
  ({ api }: { api: Pick<ProductApiClient, 'call'> }) =>
  async ({ key, hash }: Receipt, customerId: string): Promise<boolean | undefined> => {
    const response = await api.call('hasEntry', { customer_id: customerId, key, hash })
    return response.ok ? response.value.has : undefined
  }

export type IsStored = ReturnType<typeof createIsStored>
