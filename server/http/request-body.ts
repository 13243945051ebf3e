import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Http } from './app-env.ts'

/** The longest survey needs a tenth of this. */
const maxBodyBytes = 64 * 1024

const tooLarge = fail<ApiError>({ code: 'too-large' })

const readBytes = async (request: Request): Promise<Result<Uint8Array, ApiError>> => {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBodyBytes) return tooLarge
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // Bytes are counted as they arrive, so that a body without a length cannot fill the memory.
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > maxBodyBytes) return tooLarge
      chunks.push(chunk)
    }
  } catch {
    // The client has disconnected, so nobody reads this response. The error is not rethrown, because its
    // code, such as ECONNRESET, would look like a failure of the database.
    return fail({ code: 'bad-json' })
  }
  return ok(Buffer.concat(chunks))
}

/** Reads the JSON of a request's body, and the bytes that it is parsed from. */
export const readJson = async (
  http: Http,
): Promise<Result<{ bytes: Uint8Array; json: unknown }, ApiError>> => {
  const type = http.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return fail({ code: 'not-json' })
  const bytes = await readBytes(http.req.raw)
  if (!bytes.ok) return bytes
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.value)
    return ok({ bytes: bytes.value, json: JSON.parse(text) })
  } catch {
    return fail({ code: 'bad-json' })
  }
}
