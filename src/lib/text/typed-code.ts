import { typedDigits } from './typed-digits.ts'

/**
 * Normalises a typed or pasted code: removes spaces, dashes, dots and invisible characters, turns the digits
 * of every script into 0 to 9, and full-width characters into the usual ones.
 */
export const typedCode = (text: string): string =>
  typedDigits(text.normalize('NFKC')).replaceAll(/[\s\p{Cf}\p{Pd}\u2212.]/gu, '')
