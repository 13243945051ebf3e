import type { LocaleAuth } from '../../src/config/locales.ts'
import type { Result } from '../../src/lib/result.ts'

/** The customer whom a token speaks for, and which kind of provider says so. */
export type Identity = {
  customer: string
  admin: boolean
  provider: LocaleAuth['kind']
  /** When the customer signed in, where the token says it; the tokens of the loyalty provider do not. */
  signedInAt?: Date
}

export type TokenUse = 'id' | 'access'

/** Calls a provider. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>

export type Verified = Promise<Result<Identity, 'identity-refused'>>
