import { createHash, randomUUID } from 'node:crypto'
import { OAuthError } from './oauth-error.ts'

/** How long a code can be exchanged for tokens, as in Cognito. */
const codeLifetimeMs = 5 * 60_000

/** What a code was issued for. `authTime` is the time of the sign-in in s since the epoch. */
export type Grant = {
  sub: string
  authTime: number
  redirectUri: string
  scope: string
  /** The PKCE challenge (RFC 7636, S256). Absent if the client sent none. */
  codeChallenge?: string | undefined
}

/** What a client proves when it exchanges a code. */
type Claim = { code: string; redirectUri: string; codeVerifier?: string | undefined }

const hashVerifier = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** Stores the authorization codes of one client, in memory. Each of them is valid once. */
export const createAuthorizationCodes = (now: () => number) => {
  const codes = new Map<string, Grant & { expiresAt: number }>()
  return {
    issue(grant: Grant): string {
      const code = randomUUID()
      codes.set(code, { ...grant, expiresAt: now() + codeLifetimeMs })
      return code
    },
    /**
     * Returns what a code was issued for, and ends it, even if another value is wrong. Throws `invalid_grant`
     * for a code that is unknown, used or expired, and for another redirect URI or verifier.
     */
    redeem({ code, redirectUri, codeVerifier }: Claim): Grant {
      const grant = codes.get(code)
      codes.delete(code)
      const challenge = codeVerifier === undefined ? undefined : hashVerifier(codeVerifier)
      const isValid =
        grant &&
        grant.expiresAt > now() &&
        grant.redirectUri === redirectUri &&
        grant.codeChallenge === challenge
      if (!isValid) throw new OAuthError('invalid_grant')
      return grant
    },
  }
}
