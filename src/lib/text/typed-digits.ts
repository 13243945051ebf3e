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
