/** SHA-256 of a body's bytes as the client sends them, hex: the hash in the server's receipt. */
export const bodyHash = async (body: unknown): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
