import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import * as v from 'valibot'

/** The name of the site that passkeys are for, which some browsers show. */
export const relyingPartyName = 'Breaking Barriers'

/** The members of every public key credential in JSON. */
export const credentialEntries = {
  id: v.string(),
  rawId: v.string(),
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.looseObject({}), {}),
  authenticatorAttachment: v.exactOptional(v.picklist(['platform', 'cross-platform'])),
}

/**
 * Decodes the client data of a credential: the challenge and the origin, which the browser adds. Returns
 * undefined if it cannot be decoded.
 */
export const readClientData = (clientDataJSON: string) => {
  try {
    return decodeClientDataJSON(clientDataJSON)
  } catch {
    return undefined
  }
}

/** Whether a page belongs to the site that a passkey is for: over HTTPS, except on this machine. */
export const isAllowedOrigin = (origin: string, relyingPartyId: string): boolean => {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  const isSite = hostname === relyingPartyId || hostname.endsWith(`.${relyingPartyId}`)
  return isSite && (protocol === 'https:' || hostname === 'localhost')
}
