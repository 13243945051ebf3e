import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** Credentials of an identity. The identity pool issues them and the object store checks them. */
export type TemporaryCredentials = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  /** ms since epoch */
  expiration: number
}

/** The claims of a session token whose signature is valid. */
const sessionClaims = v.object({ accessKeyId: v.string(), identityId: v.string(), expiration: v.number() })
export type SessionClaims = v.InferOutput<typeof sessionClaims>

/**
 * Issues temporary credentials and reads their session tokens. A token contains its claims under an HMAC, and
 * the secret key is derived from them, so that identity pool and object store share a key instead of a table.
 */
export const createCredentialIssuer = (masterKey: string) => {
  const hmac = (purpose: string, text: string) =>
    createHmac('sha256', masterKey).update(`${purpose}\n${text}`).digest()
  const secretFor = (accessKeyId: string) => hmac('secret', accessKeyId).toString('base64').slice(0, 40)

  const issue = (identityId: string, expiration: number): TemporaryCredentials => {
    const digest = hmac('access-key', `${identityId}\n${expiration}`).toString('hex').toUpperCase()
    const accessKeyId = `ASIA${digest.slice(0, 16)}`
    const claims = Buffer.from(JSON.stringify({ accessKeyId, identityId, expiration })).toString('base64url')
    const sessionToken = `${claims}.${hmac('token', claims).toString('base64url')}`
    return { accessKeyId, secretAccessKey: secretFor(accessKeyId), sessionToken, expiration }
  }

  /** The claims of a token that this issuer signed, expired or not. Undefined for any other text. */
  const read = (sessionToken: string): SessionClaims | undefined => {
    const [claims = '', signature = ''] = sessionToken.split('.')
    const expected = hmac('token', claims)
    const given = Buffer.from(signature, 'base64url')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    return v.parse(sessionClaims, JSON.parse(Buffer.from(claims, 'base64url').toString()))
  }

  return { issue, read, secretFor }
}

export type CredentialIssuer = ReturnType<typeof createCredentialIssuer>
