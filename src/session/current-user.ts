import * as v from 'valibot'
import { localeCode } from '../contract/shapes.ts'
import type { ProviderSession } from './providers/provider.ts'

/**
 * The stored session (specification §3), one record named `currentUser` in IndexedDB. The password of the specification
 * is not in it: a stored password helps only a thief.
 */
export const currentUser = v.object({
  userID: v.pipe(v.string(), v.nonEmpty()),
  email: v.string(),
  accessToken: v.string(),
  /** Empty where there is none: such a session ends when its access token expires (specification §4). */
  refreshToken: v.optional(v.string(), ''),
  /** ms since epoch, as text */
  expire: v.pipe(v.string(), v.regex(/^\d+$/)),
  /** The locale whose provider signed the coach in. */
  locale: localeCode,
  firstName: v.string(),
  lastName: v.string(),
  admin: v.boolean(),
})

/** The signed-in customer, as this device stores them. */
export type CurrentUser = v.InferOutput<typeof currentUser>

/** What a provider's session says about its customer; the identity token is never stored here. */
export const userOf = ({ identityToken: _identity, expire, ...session }: ProviderSession) => ({
  ...session,
  expire: String(expire),
})
