/** The destination of a file and the credentials, the same for every uploader. */
export type Target = {
  endpoint: string
  region: string
  bucket: string
  key: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken: string }
  /** Presigned addresses of the parts, for XHR only. */
  partAddresses: string[]
}

/** Sends a file. Resolves when the store has the complete file. */
export type Uploader = (file: File, target: Target) => Promise<void>

/** In bytes. Every uploader with a configurable part size uses this size. */
export const partSize = 5 * 1_048_576

/** Number of parallel parts, for uploaders that let us configure it. */
export const atOnce = 4
