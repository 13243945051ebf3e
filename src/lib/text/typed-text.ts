/** Surrogate halves, which no database stores, and control characters except tabs and line breaks. */
const unseen = /\p{Surrogate}|[^\P{Cc}\t\n\r]/gu

/** A typed or pasted text without invisible characters and without surrounding spaces. */
export const typedText = (text: string): string => text.replaceAll(unseen, '').trim()

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Unicode orders the digits of a script from zero to nine, without gaps. */
const valueOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(zero - 1)) zero -= 1
  return String((code - zero) % 10)
}

/** Turns the digits of every script into 0 to 9. Some keyboards write ٣, ۳, ३ or ３ for 3. */
export const typedDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, valueOf)

/**
 * Normalises a typed or pasted code: removes spaces, dashes, dots and invisible characters, turns the digits
 * of every script into 0 to 9, and full-width characters into the usual ones.
 */
export const typedCode = (text: string): string =>
  typedDigits(text.normalize('NFKC')).replaceAll(/[\s\p{Cf}\p{Pd}\u2212.]/gu, '')
