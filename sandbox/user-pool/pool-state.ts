import * as v from 'valibot'

/** All times are in ms since the epoch, unless stated otherwise. */
const codeSchema = v.object({ digits: v.string(), expiresAt: v.number() })
export type Code = v.InferOutput<typeof codeSchema>

const userSchema = v.object({
  sub: v.string(),
  /** In lower case. It is also the user name. */
  email: v.string(),
  status: v.picklist(['UNCONFIRMED', 'CONFIRMED']),
  emailVerified: v.boolean(),
  /** All other attributes, by the names that clients use. */
  attributes: v.record(v.string(), v.string()),
  groups: v.array(v.string()),
  /** The salt and the SRP verifier of the password, in hexadecimal digits. */
  salt: v.string(),
  verifier: v.string(),
  createdAt: v.number(),
  updatedAt: v.number(),
  confirmation: v.optional(codeSchema),
  reset: v.optional(codeSchema),
})
export type User = v.InferOutput<typeof userSchema>

const sessionSchema = v.object({
  /** The `origin_jti` of every token of this session. */
  id: v.string(),
  sub: v.string(),
  eventId: v.string(),
  /** SHA-256, so that a stolen file gives access to no session. */
  refreshTokenHash: v.string(),
  /** In s since the epoch, as in tokens. */
  authTime: v.number(),
  expiresAt: v.number(),
  revoked: v.boolean(),
})
export type Session = v.InferOutput<typeof sessionSchema>

/** The state of one user pool that survives a restart. */
export const poolStateSchema = v.object({
  users: v.record(v.string(), userSchema),
  sessions: v.record(v.string(), sessionSchema),
})
export type PoolState = v.InferOutput<typeof poolStateSchema>
