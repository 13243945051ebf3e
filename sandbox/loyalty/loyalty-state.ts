import * as v from 'valibot'
import { loyaltyProfile } from '../../src/contract/loyalty/loyalty-shapes.ts'

/** scrypt's salt and key, base64 */
const hashed = v.object({ salt: v.string(), key: v.string() })
export type HashedSecret = v.InferOutput<typeof hashed>

const account = v.object({
  profile: loyaltyProfile,
  /** the opaque id of the login; see loyaltyService */
  cULID: v.string(),
  password: hashed,
  /** since the last correct one; see `maxWrongPasswords` */
  wrongPasswords: v.number(),
  reset: v.optional(v.object({ token: hashed, expiresAt: v.number(), wrongTries: v.number() })),
  /** ms since epoch of every reset email that still counts */
  resetsAsked: v.array(v.number()),
})
export type Account = v.InferOutput<typeof account>

/** Stores hashes, because a stolen file must not open a session. Times are in ms since epoch. */
const session = v.object({
  id: v.string(),
  profileId: v.string(),
  /** newest first, like the refresh tokens */
  access: v.array(v.object({ hash: v.string(), expiresAt: v.number() })),
  refresh: v.array(v.object({ hash: v.string(), expiresAt: v.number(), usedAt: v.optional(v.number()) })),
})
export type Session = v.InferOutput<typeof session>

/** The state that the loyalty provider keeps over a restart. */
export const loyaltyState = v.object({
  /** by ProfileID */
  accounts: v.record(v.string(), account),
  sessions: v.array(session),
})
export type LoyaltyState = v.InferOutput<typeof loyaltyState>
