import * as v from 'valibot'

const code = v.object({ digits: v.string(), expiresAt: v.number() })
export type Code = v.InferOutput<typeof code>

const user = v.object({
  sub: v.string(),
  /** lower-case; also the name for sign-in */
  email: v.string(),
  status: v.picklist(['UNCONFIRMED', 'CONFIRMED']),
  emailVerified: v.boolean(),
  /** every other attribute, by the client's name */
  attributes: v.record(v.string(), v.string()),
  groups: v.array(v.string()),
  /** hexadecimal; see passwordVerifier */
  salt: v.string(),
  verifier: v.string(),
  createdAt: v.number(),
  updatedAt: v.number(),
  confirmation: v.optional(code),
  reset: v.optional(code),
})
export type User = v.InferOutput<typeof user>

const session = v.object({
  /** `origin_jti` of every token of this session */
  id: v.string(),
  sub: v.string(),
  eventId: v.string(),
  /** SHA-256, so that a stolen file opens no session */
  refreshTokenHash: v.string(),
  /** seconds since epoch, as tokens count */
  authTime: v.number(),
  /** ms since epoch */
  expiresAt: v.number(),
  revoked: v.boolean(),
})
export type Session = v.InferOutput<typeof session>

/** The state that one user pool keeps over a restart. */
export const poolState = v.object({
  users: v.record(v.string(), user),
  sessions: v.record(v.string(), session),
})
export type PoolState = v.InferOutput<typeof poolState>
