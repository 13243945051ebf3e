import type { Auth } from '../account/account.ts'

/** A token of the signed-in coach, renewed where it has expired. */
export type Token = Auth['identityToken']

/** Gives the account of the signed-in coach another name. */
export type Rename = Auth['rename']

/** What a service wants of a coach besides the token: the key of the locale. */
export type Identity = { token: Token; key: string }
