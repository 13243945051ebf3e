import * as v from 'valibot'
import { loyaltyProfile } from '../../src/contract/loyalty/loyalty-schemas.ts'

/** In ms since the epoch. */
const timeSchema = v.number()

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
  reset: v.optional(v.object({ token: hashedSecretSchema, expiresAt: timeSchema, wrongTries: v.number() })),
  /** When the recent reset emails were requested. Too many delay further requests. */
  resetsAsked: v.array(timeSchema),
})
export type Account = v.InferOutput<typeof accountSchema>

/** Contains only hashes of tokens, so that a stolen file does not give access to a session. */
const sessionSchema = v.object({
  id: v.string(),
  profileId: v.string(),
  /** The access tokens, newest first. `refresh` contains the refresh tokens in the same order. */
  access: v.array(v.object({ hash: v.string(), expiresAt: timeSchema })),
  refresh: v.array(v.object({ hash: v.string(), expiresAt: timeSchema, usedAt: v.optional(timeSchema) })),
})
export type Session = v.InferOutput<typeof sessionSchema>

/** The state of the loyalty provider that still exists after a restart. */
export const loyaltyStateSchema = v.object({
  /** By ProfileID. */
  accounts: v.record(v.string(), accountSchema),
  sessions: v.array(sessionSchema),
})
export type LoyaltyState = v.InferOutput<typeof loyaltyStateSchema>
