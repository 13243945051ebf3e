/** Encodes bytes as base64. Works in chunks, because a function call can have only so many arguments. */
export const toBase64 = (bytes: Uint8Array): string => {
  const chunkSize = 8192
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += chunkSize) {
    text += String.fromCodePoint(...bytes.subarray(offset, offset + chunkSize))
  }
  return btoa(text)
}

/** Decodes base64 or base64url; throws on other text. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.codePointAt(0) ?? 0,
  )
