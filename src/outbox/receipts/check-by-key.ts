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

/** Whether the holder of a public key signed something; undefined where this browser does not know the curve. */
type IsSignedBy = (publicKey: string) => Promise<boolean | undefined>

/**
 * Checks what the server signed by the keys that it publishes, which are stored on the device. Resolves to undefined where it
 * cannot be known now: the keys were never read, or the browser has no Ed25519.
 */
export const createCheckByKey = ({ api, values }: CheckByKeyDeps) => {
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

  return async (keyId: string, isSignedBy: IsSignedBy): Promise<boolean | undefined> => {
    const storedKey = (await (known ??= stored())).get(keyId)
    const signed = storedKey === undefined ? undefined : await isSignedBy(storedKey)
    if (storedKey !== undefined && signed !== false) return signed
    // A key that does not fit is read again too: a server that lost its keys makes the one of the month again.
    const keys = await published()
    if (!keys) return signed
    const publicKey = keys.get(keyId)
    // The server's own list is complete: a key that it does not publish is not its own.
    return publicKey === undefined ? false : isSignedBy(publicKey)
  }
}
