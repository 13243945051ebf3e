/** Encodes bytes as base64, in pieces, because a call accepts a limited number of arguments. */
export const toBase64 = (bytes: Uint8Array): string => {
  const piece = 8192
  let text = ''
  for (let from = 0; from < bytes.length; from += piece) {
    text += String.fromCodePoint(...bytes.subarray(from, from + piece))
  }
  return btoa(text)
}

/** Decodes base64 or base64url; throws on other text. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    (letter) => letter.codePointAt(0) ?? 0,
  )
