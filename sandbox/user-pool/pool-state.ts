import * as v from 'valibot'

/** In ms since the epoch. */
const timeSchema = v.number()

const codeSchema = v.object({ digits: v.string(), expiresAt: timeSchema })
export type Code = v.InferOutput<typeof codeSchema>

/** The second factors by Cognito's names, in the order in which users choose among them. */
export const factorNames = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'] as const
const factorSchema = v.picklist(factorNames)
export type Factor = v.InferOutput<typeof factorSchema>

const totpSchema = v.object({
  /** In base32, as authenticator apps read it. */
  secret: v.string(),
  /** The 30-second steps whose codes were used recently, so that each code works once. */
  usedSteps: v.array(v.number()),
})

const deviceSchema = v.object({
  /** The device key, such as `eu-west-2_<uuid>`. */
  key: v.string(),
  groupKey: v.string(),
  name: v.optional(v.string()),
  /** The salt and the SRP verifier of the device's password, in hexadecimal digits. Absent until ConfirmDevice. */
  secret: v.optional(v.object({ salt: v.string(), verifier: v.string() })),
  /** Whether the device replaces the second factor. */
  remembered: v.boolean(),
  createdAt: timeSchema,
  modifiedAt: timeSchema,
  authenticatedAt: timeSchema,
})
export type Device = v.InferOutput<typeof deviceSchema>

const passkeySchema = v.object({
  /** In base64url, as the public key. */
  id: v.string(),
  publicKey: v.string(),
  /** How often the authenticator has signed. 0 for one that does not count. */
  counter: v.number(),
  transports: v.array(v.string()),
  attachment: v.optional(v.string()),
  name: v.string(),
  relyingPartyId: v.string(),
  createdAt: timeSchema,
})
export type Passkey = v.InferOutput<typeof passkeySchema>

const userSchema = v.object({
  sub: v.string(),
  /** In lower case. It is also the user name. */
  email: v.string(),
  /**
   * FORCE_CHANGE_PASSWORD: an operator created the user, whose password is temporary. RESET_REQUIRED: the
   * password does not work until the user has reset it with a code.
   */
  status: v.picklist(['UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED']),
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
  /** Absent: a temporary password does not expire. */
  temporaryPasswordExpiresAt: v.optional(timeSchema),
  /** Whether an operator has disabled the user. */
  disabled: v.optional(v.boolean()),
  /** The verified authenticator app. */
  totp: v.optional(totpSchema),
  /** The secret of an authenticator app that a signed-in user has not verified yet. */
  pendingTotpSecret: v.optional(v.string()),
  devices: v.optional(v.array(deviceSchema)),
  passkeys: v.optional(v.array(passkeySchema)),
  factors: v.optional(v.object({ enabled: v.array(factorSchema), preferred: v.optional(factorSchema) })),
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
  /** The device that the sign-in was made on, if the pool tracks devices. A refresh has to name it. */
  deviceKey: v.optional(v.string()),
  /** The scopes of a sign-in on the hosted page, separated by spaces. Absent after any other sign-in. */
  scope: v.optional(v.string()),
})
export type Session = v.InferOutput<typeof sessionSchema>

/** Whether users can (OPTIONAL) or must (ON) sign in with a second factor, and which ones the pool offers. */
const mfaSchema = v.object({
  configuration: v.picklist(['OFF', 'OPTIONAL', 'ON']),
  factors: v.array(factorSchema),
})
export type PoolMfa = v.InferOutput<typeof mfaSchema>

/** How a pool tracks devices, by Cognito's names. */
const deviceTrackingSchema = v.object({
  /** Whether a remembered device replaces the second factor. */
  challengeRequiredOnNewDevice: v.boolean(),
  /** Whether a device is remembered only if its user wants that, as opposed to always. */
  deviceOnlyRememberedOnUserPrompt: v.boolean(),
})
export type DeviceTracking = v.InferOutput<typeof deviceTrackingSchema>

/** Whether and how users can sign in with passkeys. */
const poolPasskeysSchema = v.object({
  /** Whether a passkey can replace the password. */
  isFirstFactor: v.boolean(),
  /** The domain of the site that passkeys are for. */
  relyingPartyId: v.optional(v.string()),
  /** Whether a passkey needs a fingerprint, a face or a PIN. */
  userVerification: v.picklist(['required', 'preferred']),
})
export type PoolPasskeys = v.InferOutput<typeof poolPasskeysSchema>

/** The state of one user pool that still exists after a restart. */
export const poolStateSchema = v.object({
  users: v.record(v.string(), userSchema),
  sessions: v.record(v.string(), sessionSchema),
  /** Absent until an operator changes it. */
  mfa: v.optional(mfaSchema),
  /** Absent until an operator changes it. Null: the pool tracks no devices. */
  deviceTracking: v.optional(v.nullable(deviceTrackingSchema)),
  /** Absent until an operator changes it. */
  passkeys: v.optional(poolPasskeysSchema),
})
export type PoolState = v.InferOutput<typeof poolStateSchema>
