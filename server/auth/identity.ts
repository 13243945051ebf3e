import type { LocaleAuth } from '../../src/config/locales.ts'
import type { Result } from '../../src/lib/result.ts'

/** The customer of a token, and the kind of provider that vouches for them. */
export type Identity = {
  customer: string
  /** Whether the user pool has the customer in its group of admins. */
  isInGroup: boolean
  provider: LocaleAuth['kind']
  /** The time of the sign-in. Absent for the loyalty provider, whose tokens do not contain it. */
  signedInAt?: Date
}

/** What a token is for: an ID token proves who signed in, an access token allows calls. */
export type TokenUse = 'id' | 'access'

export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>

/** The identity of a valid token, or the error for an invalid one. */
export type VerifyResult = Result<Identity, 'identity-refused'>
