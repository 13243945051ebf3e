import { typedDigits } from './typed-digits.ts'

/**
 * A code as somebody typed or pasted it, without the spaces, dashes, dots and invisible characters that are put into codes, with
 * the digits of every script as 0 to 9, and with full-width characters as the usual ones.
 */
export const typedCode = (text: string): string =>
  typedDigits(text.normalize('NFKC')).replaceAll(/[\s\p{Cf}\p{Pd}\u2212.]/gu, '')
