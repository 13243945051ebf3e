import type { Result } from '../lib/result.ts'
import type { AuthFailure } from '../session/failures.ts'
import type { Session } from '../session/session.ts'

/** A token of the signed-in coach, renewed where it has expired. */
export type Token = Session['identityToken']

/** Gives the account of the signed-in coach another name. */
export type Rename = (name: { firstName: string; lastName: string }) => Promise<Result<void, AuthFailure>>

/** What a service wants of a coach besides the token: the key of the locale. */
export type Identity = { token: Token; key: string }
