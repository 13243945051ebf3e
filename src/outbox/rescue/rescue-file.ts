import * as v from 'valibot'
import { fromBase64, toBase64 } from '../../lib/base64.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { rescueContent, type RescueContent } from './rescue-content.ts'

/** Why a file cannot be opened. A wrong passphrase and a damaged file are the same to the cipher. */
export type RescueFailure = 'not-a-rescue-file' | 'unknown-version' | 'cannot-open'

const format = 'breaking-barriers-rescue'
const version = 1
/** OWASP's minimum for PBKDF2 with SHA-256; about a second on a phone */
const iterations = 600_000
/** The most that a file may name: it must not occupy the browser for an hour. */
const mostIterations = 5_000_000

/** bytes; the sizes recommended for AES-GCM and PBKDF2 */
const sizes = { iv: 12, salt: 16 } as const

const header = v.object({
  format: v.literal(format),
  version: v.literal(version),
  kdf: v.object({
    name: v.literal('PBKDF2-SHA-256'),
    iterations: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostIterations)),
    salt: v.pipe(v.string(), v.base64()),
  }),
  cipher: v.object({ name: v.literal('AES-256-GCM'), iv: v.pipe(v.string(), v.base64()) }),
})
type Header = v.InferOutput<typeof header>

const file = v.object({ ...header.entries, sealed: v.pipe(v.string(), v.base64()) })
const anyVersion = v.object({ format: v.literal(format), version: v.number() })

const keyOf = async ({ kdf }: Header, passphrase: string, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> => {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFC'))
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const derivation = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    iterations: kdf.iterations,
    salt: fromBase64(kdf.salt),
  }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [use])
}

/** The header is authenticated: a file whose header was changed does not open. */
const cipherOf = ({ format, version, kdf, cipher }: Header) => ({
  name: 'AES-GCM',
  iv: fromBase64(cipher.iv),
  additionalData: new TextEncoder().encode(
    [format, version, kdf.name, kdf.iterations, kdf.salt, cipher.name, cipher.iv].join('\n'),
  ),
})

const random = (size: number): string => toBase64(crypto.getRandomValues(new Uint8Array(size)))

/** Encrypts what waits on a phone. Nothing of it can be read without the passphrase, not even whose it is. */
export const sealRescueFile = async (content: RescueContent, passphrase: string): Promise<string> => {
  const head: Header = {
    format,
    version,
    kdf: { name: 'PBKDF2-SHA-256', iterations, salt: random(sizes.salt) },
    cipher: { name: 'AES-256-GCM', iv: random(sizes.iv) },
  }
  const key = await keyOf(head, passphrase, 'encrypt')
  const plain = new TextEncoder().encode(JSON.stringify(content))
  const sealed = new Uint8Array(await crypto.subtle.encrypt(cipherOf(head), key, plain))
  return JSON.stringify({ ...head, sealed: toBase64(sealed) })
}

/** Opens a rescue file; whether its content is what it claims to be is for the server to say, entry by entry. */
export const openRescueFile = async (
  text: string,
  passphrase: string,
): Promise<Result<RescueContent, RescueFailure>> => {
  const json = parseJson(text)
  const known = v.safeParse(anyVersion, json)
  if (!known.success) return fail('not-a-rescue-file')
  if (known.output.version !== version) return fail('unknown-version')
  const parsed = v.safeParse(file, json)
  if (!parsed.success) return fail('cannot-open')
  const { sealed, ...head } = parsed.output
  try {
    const key = await keyOf(head, passphrase, 'decrypt')
    const plain = await crypto.subtle.decrypt(cipherOf(head), key, fromBase64(sealed))
    const content = v.safeParse(rescueContent, parseJson(new TextDecoder().decode(plain)))
    return content.success ? ok(content.output) : fail('cannot-open')
  } catch {
    return fail('cannot-open')
  }
}
