import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { openJsonFile } from './json-file.ts'

/** An RS256 key pair with the id that tokens contain. */
export type SigningKey = { id: string; privateKey: KeyObject; publicKey: KeyObject }

const keyFileSchema = v.object({ id: v.string(), pem: v.string() })

const createKey = async () => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { id: randomUUID(), pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

const openSigningKey = async (path: string): Promise<SigningKey> => {
  const file = await openJsonFile(path, keyFileSchema, createKey)
  const privateKey = createPrivateKey(file.content.pem)
  return { id: file.content.id, privateKey, publicKey: createPublicKey(privateKey) }
}

/**
 * Reads or creates the key of an issuer at the first call of the inner function. Key pairs for all pools
 * would delay each start of a test by half a second. The key is saved, so that tokens stay valid after a
 * restart.
 */
export const createSigningKey = (path: string): (() => Promise<SigningKey>) => {
  let key: Promise<SigningKey> | undefined
  return () => {
    key ??= openSigningKey(path)
    return key
  }
}

/** Returns the public key in the format that token verifiers fetch. */
export const toKeySet = ({ id, publicKey }: SigningKey) => ({
  keys: [{ ...publicKey.export({ format: 'jwk' }), kid: id, alg: 'RS256', use: 'sig' }],
})
