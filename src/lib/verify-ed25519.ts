import { fromBase64 } from './base64.ts'

type SignedText = {
  text: string
  /** base64url, as is `publicKey` */
  signature: string
  publicKey: string
}

/**
 * Whether the holder of a key signed a text; undefined if this browser does not support the curve. A broken
 * key or signature counts as not signed.
 */
export const verifyEd25519 = async ({
  text,
  signature,
  publicKey,
}: SignedText): Promise<boolean | undefined> => {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, fromBase64(signature), new TextEncoder().encode(text))
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? undefined : false
  }
}
