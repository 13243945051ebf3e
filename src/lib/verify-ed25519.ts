import { fromBase64 } from './base64.ts'

type SignedText = {
  text: string
  /** In base64url. */
  signature: string
  /** In base64url. */
  publicKey: string
}

/**
 * Whether a signature of a text is valid, or undefined if this browser does not support Ed25519. False for a
 * malformed key or signature.
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
