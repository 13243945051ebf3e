import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the parameters of Cognito, which are also the defaults of authenticator apps. */
const stepSeconds = 30
/** Cognito also accepts the code before and after the current one, because clocks of phones differ. */
const allowedSteps = 1
/** Cognito's secrets have 52 characters of base32, which are 32 bytes. */
const secretBytes = 32

/** Creates a secret for an authenticator app, in base32. */
export const createTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/**
 * Returns the 30-second step whose code this is, or undefined if the code is wrong. `now` is in ms since the
 * epoch.
 */
export const findTotpStep = (secret: string, code: string, now: number): number | undefined => {
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    period: stepSeconds,
    timestamp: now,
    window: allowedSteps,
  })
  return delta === null ? undefined : TOTP.counter({ period: stepSeconds, timestamp: now }) + delta
}

/** Adds a used step. Removes the steps whose codes are too old to be accepted. */
export const addUsedStep = (usedSteps: readonly number[], step: number): number[] => [
  ...usedSteps.filter((used) => used >= step - 2 * allowedSteps),
  step,
]
