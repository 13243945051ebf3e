import * as v from 'valibot'
import { loyaltyProfile } from '../../src/contract/loyalty/loyalty-shapes.ts'

/** The salt and the key of scrypt, in base64. */
const hashedSecretSchema = v.object({ salt: v.string(), key: v.string() })
export type HashedSecret = v.InferOutput<typeof hashedSecretSchema>

const accountSchema = v.object({
  profile: loyaltyProfile,
  /** The opaque id of the login; see loyaltyService. */
  cULID: v.string(),
  password: hashedSecretSchema,
  /** Wrong passwords since the last correct one; see `maxWrongPasswords`. */
  wrongPasswords: v.number(),
  reset: v.optional(v.object({ token: hashedSecretSchema, expiresAt: v.number(), wrongTries: v.number() })),
  /** When reset emails were requested, in ms since the epoch. Contains only those that still count. */
  resetsAsked: v.array(v.number()),
})
export type Account = v.InferOutput<typeof accountSchema>

/** Stores hashes, because a stolen file must not open a session. Times are in ms since the epoch. */
const sessionSchema = v.object({
  id: v.string(),
  profileId: v.string(),
  /** Newest first, as the refresh tokens. */
  access: v.array(v.object({ hash: v.string(), expiresAt: v.number() })),
  refresh: v.array(v.object({ hash: v.string(), expiresAt: v.number(), usedAt: v.optional(v.number()) })),
})
export type Session = v.InferOutput<typeof sessionSchema>

/** The state that the loyalty provider keeps over a restart. */
export const loyaltyStateSchema = v.object({
  /** By ProfileID. */
  accounts: v.record(v.string(), accountSchema),
  sessions: v.array(sessionSchema),
})
export type LoyaltyState = v.InferOutput<typeof loyaltyStateSchema>
