import * as v from 'valibot'
import { getRole, roles } from '../contract/roles.ts'
import { localeCode } from '../contract/shared-schemas.ts'
import type { ProviderSession } from './providers/provider.ts'

/**
 * The stored session (specification §3): one record named `currentUser` in IndexedDB. It omits the password
 * that the specification lists, because a stored password would only help a thief.
 */
export const currentUserSchema = v.pipe(
  v.object({
    userID: v.pipe(v.string(), v.nonEmpty()),
    email: v.string(),
    accessToken: v.string(),
    /** Empty if there is none. The session then ends when its access token expires (specification §4). */
    refreshToken: v.optional(v.string(), ''),
    /** In ms since the epoch, as text. */
    expire: v.pipe(v.string(), v.regex(/^\d+$/)),
    /** The locale of the provider that signed the coach in. */
    locale: localeCode,
    firstName: v.string(),
    lastName: v.string(),
    /** Whether the role is not `coach`. The previous release reads this instead of `role`. */
    admin: v.boolean(),
    /** Absent if another release has stored the record. */
    role: v.fallback(v.optional(v.picklist(roles)), undefined),
  }),
  v.transform((stored) => ({ ...stored, role: getRole(stored) })),
)

/** The signed-in customer, as stored on this device. */
export type CurrentUser = v.InferOutput<typeof currentUserSchema>

/** Extracts what is stored of a provider's session. The identity token is never stored in this record. */
export const toUser = ({ identityToken: _identity, expire, ...session }: ProviderSession) => ({
  ...session,
  expire: String(expire),
})
