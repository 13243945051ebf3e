import { randomInt } from 'node:crypto'

/** Cognito's default `TemporaryPasswordValidityDays`. */
const validityMs = 7 * 24 * 3_600_000

/** Returns when a temporary password that is created now expires, in ms since the epoch. */
export const computeTemporaryExpiry = (now: number): number => now + validityMs

/** One alphabet for each rule of the password policy, without letters that look alike. */
const alphabets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!?+-=']

/** Creates a temporary password of twelve characters that satisfies the password policy. */
export const createTemporaryPassword = (): string =>
  [...alphabets, ...alphabets, ...alphabets]
    .map((alphabet) => alphabet.charAt(randomInt(alphabet.length)))
    .join('')
