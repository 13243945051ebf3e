import type { Auth } from '../auth/auth.ts'

/** A token of the signed-in coach, renewed where it has expired. */
export type Token = Auth['identityToken']

/** What a service wants of a coach besides the token: the key of the locale. */
export type Identity = { token: Token; key: string }
