import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Http } from '../http/app-env.ts'
import type { Refusal } from '../http/refusal.ts'

/** Bytes; the longest survey is a tenth of it. */
const mostBodyBytes = 64 * 1024

const tooLarge = fail<Refusal>({ code: 'too-large' })

const readBytes = async (request: Request): Promise<Result<Uint8Array, Refusal>> => {
  if (Number(request.headers.get('Content-Length') ?? 0) > mostBodyBytes) return tooLarge
  const chunks: Uint8Array[] = []
  let size = 0
  // A body without a length is counted while it arrives, so that it cannot fill the memory.
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > mostBodyBytes) return tooLarge
    chunks.push(chunk)
  }
  return ok(Buffer.concat(chunks))
}

/** The JSON of a request's body, with the bytes it was read from. */
export const readJson = async (
  http: Http,
): Promise<Result<{ bytes: Uint8Array; json: unknown }, Refusal>> => {
  const type = http.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return fail({ code: 'not-json' })
  const read = await readBytes(http.req.raw)
  if (!read.ok) return read
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(read.value)
    return ok({ bytes: read.value, json: JSON.parse(text) })
  } catch {
    return fail({ code: 'bad-json' })
  }
}
