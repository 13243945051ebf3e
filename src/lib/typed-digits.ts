const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** The digits of a script follow each other in Unicode, from zero to nine. */
const valueOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(zero - 1)) zero -= 1
  return String((code - zero) % 10)
}

/** A text with the digits of every script as 0 to 9: some keyboards write ٣, ۳, ३ or ３ for 3. */
export const typedDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, valueOf)
