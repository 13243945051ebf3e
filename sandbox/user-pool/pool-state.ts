import * as v from 'valibot'

/** In ms since the epoch. */
const timeSchema = v.number()

const codeSchema = v.object({ digits: v.string(), expiresAt: timeSchema })
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
  createdAt: timeSchema,
  updatedAt: timeSchema,
  confirmation: v.optional(codeSchema),
  reset: v.optional(codeSchema),
})
export type User = v.InferOutput<typeof userSchema>

const sessionSchema = v.object({
  /** The `origin_jti` of every token of this session. */
  id: v.string(),
  sub: v.string(),
  eventId: v.string(),
  /** SHA-256, so that a stolen file does not give access to a session. */
  refreshTokenHash: v.string(),
  /** In s since the epoch, as in tokens. */
  authTime: v.number(),
  expiresAt: timeSchema,
  revoked: v.boolean(),
})
export type Session = v.InferOutput<typeof sessionSchema>

/** The state of one user pool that still exists after a restart. */
export const poolStateSchema = v.object({
  users: v.record(v.string(), userSchema),
  sessions: v.record(v.string(), sessionSchema),
})
export type PoolState = v.InferOutput<typeof poolStateSchema>
