import type { LocaleAuth } from '../../src/config/locales.ts'
import type { Result } from '../../src/lib/result.ts'

/** The customer of a token, and the kind of provider that vouches for them. */
export type Identity = {
  customer: string
  admin: boolean
  provider: LocaleAuth['kind']
  /** The time of the sign-in. Absent for the loyalty provider, whose tokens do not contain it. */
  signedInAt?: Date
}

export type TokenUse = 'id' | 'access'

export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>

export type VerifyResult = Result<Identity, 'identity-refused'>
