import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** Credentials of an identity. The identity pool issues them and the object store checks them. */
export type TemporaryCredentials = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  /** In ms since the epoch. */
  expiration: number
}

/** The claims of a session token whose signature is valid. */
const sessionClaimsSchema = v.object({
  accessKeyId: v.string(),
  identityId: v.string(),
  expiration: v.number(),
})
export type SessionClaims = v.InferOutput<typeof sessionClaimsSchema>

/**
 * Issues temporary credentials and reads their session tokens. A token contains claims with an HMAC, and the
 * secret key is derived from the access key. So the identity pool and the object store share only the master
 * key, and no table of credentials.
 */
export const createCredentialIssuer = (masterKey: string) => {
  const computeHmac = (purpose: string, text: string) =>
    createHmac('sha256', masterKey).update(`${purpose}\n${text}`).digest()
  /** Derives the secret access key of an access key. */
  const deriveSecret = (accessKeyId: string) =>
    computeHmac('secret', accessKeyId).toString('base64').slice(0, 40)

  /** Issues credentials until `expiration`, in ms since the epoch. */
  const issue = (identityId: string, expiration: number): TemporaryCredentials => {
    const digest = computeHmac('access-key', `${identityId}\n${expiration}`).toString('hex').toUpperCase()
    const accessKeyId = `ASIA${digest.slice(0, 16)}`
    const claims = Buffer.from(JSON.stringify({ accessKeyId, identityId, expiration })).toString('base64url')
    const sessionToken = `${claims}.${computeHmac('token', claims).toString('base64url')}`
    return { accessKeyId, secretAccessKey: deriveSecret(accessKeyId), sessionToken, expiration }
  }

  /**
   * Returns the claims of a token that this issuer signed, even if it has expired, or undefined for any other
   * text.
   */
  const readSessionToken = (sessionToken: string): SessionClaims | undefined => {
    const [claims = '', signature = ''] = sessionToken.split('.')
    const expected = computeHmac('token', claims)
    const signatureBytes = Buffer.from(signature, 'base64url')
    const isSigned = signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
    if (!isSigned) return undefined
    return v.parse(sessionClaimsSchema, JSON.parse(Buffer.from(claims, 'base64url').toString()))
  }

  return { issue, readSessionToken, deriveSecret }
}

export type CredentialIssuer = ReturnType<typeof createCredentialIssuer>
