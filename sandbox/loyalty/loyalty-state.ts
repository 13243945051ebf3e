import * as v from 'valibot'
import { loyaltyProfile } from '../../src/contract/loyalty/loyalty-shapes.ts'

/** The salt and the key of scrypt, in base64. */
const hashedSecretSchema = v.object({ salt: v.string(), key: v.string() })
export type HashedSecret = v.InferOutput<typeof hashedSecretSchema>

const accountSchema = v.object({
  profile: loyaltyProfile,
  /** The opaque id of the login. The client sends it back to reset the password. */
  cULID: v.string(),
  password: hashedSecretSchema,
  /** Wrong passwords since the last correct one. Too many of them lock the account. */
  wrongPasswords: v.number(),
  reset: v.optional(v.object({ token: hashedSecretSchema, expiresAt: v.number(), wrongTries: v.number() })),
  /** When the recent reset emails were requested, in ms since the epoch. Too many delay further requests. */
  resetRequestTimes: v.array(v.number()),
})
export type Account = v.InferOutput<typeof accountSchema>

/**
 * Stores hashes of tokens, so that a stolen file gives access to no session. Times are in ms since the epoch.
 */
const sessionSchema = v.object({
  id: v.string(),
  profileId: v.string(),
  /** The access tokens, newest first. `refresh` contains the refresh tokens in the same order. */
  access: v.array(v.object({ hash: v.string(), expiresAt: v.number() })),
  refresh: v.array(v.object({ hash: v.string(), expiresAt: v.number(), usedAt: v.optional(v.number()) })),
})
export type Session = v.InferOutput<typeof sessionSchema>

/** The state of the loyalty provider that survives a restart. */
export const loyaltyStateSchema = v.object({
  /** By ProfileID. */
  accounts: v.record(v.string(), accountSchema),
  sessions: v.array(sessionSchema),
})
export type LoyaltyState = v.InferOutput<typeof loyaltyStateSchema>
