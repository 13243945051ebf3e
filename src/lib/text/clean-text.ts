/** Surrogate halves, which no database stores, and control characters except tabs and line breaks. */
const invisible = /\p{Surrogate}|[^\P{Cc}\t\n\r]/gu

/** A typed or pasted text without invisible characters and without surrounding spaces. */
export const cleanText = (text: string): string => text.replaceAll(invisible, '').trim()

const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint))

/**
 * The ASCII digit for a digit of any script. Unicode encodes the digits of a script from zero to nine without
 * gaps. Some sets of digits follow each other directly, hence the remainder.
 */
const asciiDigit = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0
  let first = codePoint
  while (isDigit(first - 1)) first -= 1
  return String((codePoint - first) % 10)
}

/** Turns the digits of every script into 0 to 9. Some keyboards write ٣, ۳, ३ or ３ for 3. */
export const toAsciiDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, asciiDigit)

/**
 * Normalises a typed or pasted code: removes spaces, dashes, dots and invisible characters, turns the digits
 * of every script into 0 to 9, and full-width characters into the usual ones.
 */
export const cleanCode = (text: string): string =>
  toAsciiDigits(text.normalize('NFKC')).replaceAll(/[\s\p{Cf}\p{Pd}\u2212.]/gu, '')
