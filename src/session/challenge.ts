import * as v from 'valibot'

/**
 * A second factor of a sign-in: a code of an authenticator app (TOTP, a time-based one-time password), of a
 * text message or of an email.
 */
export const factorSchema = v.picklist(['TOTP', 'SMS', 'EMAIL'])
export type Factor = v.InferOutput<typeof factorSchema>

/** Where a code was sent, with most of its characters hidden, for example `a***@e***`. */
const destination = v.optional(v.string())

/** What an identity provider asks for after the password, before it signs the coach in. */
export const challengeSchema = v.variant('kind', [
  v.object({
    /** The password was chosen by an admin, so the coach chooses their own. */
    kind: v.literal('new-password'),
    missingNames: v.array(v.picklist(['firstName', 'lastName'])),
  }),
  v.object({ kind: v.literal('code'), factor: factorSchema, destination }),
  v.object({ kind: v.literal('choose-factor'), factors: v.array(factorSchema) }),
  /** The account needs a second factor and has none yet. */
  v.object({ kind: v.literal('choose-setup'), factors: v.array(factorSchema) }),
  v.object({
    kind: v.literal('app-setup'),
    /** The key that the authenticator app has to know, in base32. */
    secret: v.string(),
  }),
  v.object({ kind: v.literal('email-setup') }),
])
export type Challenge = v.InferOutput<typeof challengeSchema>

/** The coach's answer to a challenge: a code, a new password, a factor or an email address. */
export type ChallengeAnswer = {
  value: string
  /** The parts of the name that a challenge of the kind `new-password` asks for. */
  name?: { firstName?: string | undefined; lastName?: string | undefined }
  /** Whether the next sign-ins in this browser need no second factor. Only for a code. */
  rememberDevice?: boolean
}

/** A browser in which a sign-in needs no second factor. */
export type RememberedDevice = {
  id: string
  /** What the browser said of itself, for `parseUserAgent`. */
  userAgent: string
  /** In ms since the epoch. */
  lastSignIn: number
  /** Whether it is this browser. */
  isCurrent: boolean
}
