import * as v from 'valibot'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { receiptKey } from '../../contract/product-api/receipt.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'

const name = 'receipt-keys'
const keyList = v.array(receiptKey)
const storedKeys = v.fallback(keyList, [])

export type CheckByKeyDeps = {
  api: Pick<ProductApiClient, 'call'>
  values: Pick<KeyValues, 'read' | 'write'>
}

/** Whether the holder of a public key made a signature; undefined if this browser lacks the curve. */
type IsSignedBy = (publicKey: string) => Promise<boolean | undefined>

/**
 * Checks signatures of the server with its published keys, which are stored on the device. Resolves to
 * undefined if the result cannot be known now: the keys were never read, or the browser lacks Ed25519.
 */
export const createCheckByKey = ({ api, values }: CheckByKeyDeps) => {
  let known: Promise<Map<string, string>> | undefined

  const stored = async () => {
    const keys = v.parse(storedKeys, await values.read(name).catch(() => undefined))
    return new Map(keys.map(({ key_id, public_key }) => [key_id, public_key]))
  }

  /** Undefined if the server cannot be reached. */
  const published = async (): Promise<Map<string, string> | undefined> => {
    const response = await api.call('receiptKeys', undefined)
    if (!response.ok) return undefined
    const { keys } = response.value
    await values.write(name, keys).catch(() => undefined)
    const fresh = new Map(keys.map(({ key_id, public_key }) => [key_id, public_key]))
    known = Promise.resolve(fresh)
    return fresh
  }

  return async (keyId: string, isSignedBy: IsSignedBy): Promise<boolean | undefined> => {
    const storedKey = (await (known ??= stored())).get(keyId)
    const signed = storedKey === undefined ? undefined : await isSignedBy(storedKey)
    if (storedKey !== undefined && signed !== false) return signed
    // Also reads the keys again if a stored key does not match: a server that lost its keys creates a new key
    // under the same month's id.
    const keys = await published()
    if (!keys) return signed
    const publicKey = keys.get(keyId)
    // The server publishes all of its keys, so a key that it does not publish is not its own.
    return publicKey === undefined ? false : isSignedBy(publicKey)
  }
}
