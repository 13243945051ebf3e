import { Secret, TOTP } from 'otpauth'

/** Returns the code that an authenticator app shows, or will show after some 30-second steps. */
export const readCodeOfApp = (key: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: Date.now() + steps * 30_000 })
