/**
 * Matches surrogate halves, which PostgreSQL does not store, and control characters except tabs and line
 * breaks.
 */
const invisible = /\p{Surrogate}|[^\P{Cc}\t\n\r]/gu

/** Removes invisible characters and surrounding spaces from a typed or pasted text. */
export const cleanText = (text: string): string => text.replaceAll(invisible, '').trim()

const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint))

/**
 * Converts a digit of any script to ASCII. In Unicode, the ten digits of a script follow each other, so the
 * distance from the first one is the value. Sets of digits may also follow each other, hence the remainder.
 */
const toAsciiDigit = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0
  let firstDigit = codePoint
  while (isDigit(firstDigit - 1)) firstDigit -= 1
  return String((codePoint - firstDigit) % 10)
}

/** Converts the digits of all scripts to 0 to 9. Some keyboards write ٣, ۳, ३ or ３ for 3. */
export const toAsciiDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, toAsciiDigit)

/**
 * Normalises a typed or pasted code: removes spaces, dashes, dots and invisible characters, and converts the
 * digits of all scripts to 0 to 9 and full-width characters to normal ones.
 */
export const cleanCode = (text: string): string =>
  toAsciiDigits(text.normalize('NFKC')).replaceAll(/[\s\p{Cf}\p{Pd}\u2212.]/gu, '')
