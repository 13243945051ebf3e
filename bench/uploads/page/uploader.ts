/** Where a file goes, and with whose key: the same for every uploader. */
export type Target = {
  endpoint: string
  region: string
  bucket: string
  key: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken: string }
  /** The addresses of its parts, signed beforehand: for XHR alone. */
  partAddresses: string[]
}

/** Sends a file; resolves when the store has it whole. */
export type Uploader = (file: File, target: Target) => Promise<void>

/** bytes; all of them send parts of this size where it can be chosen */
export const partSize = 5 * 1_048_576

/** Parts on the wire at once, where it can be chosen. */
export const atOnce = 4
