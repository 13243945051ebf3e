import * as v from 'valibot'
import { parseJson } from '../../lib/http/parse-json.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { format, seal, unseal, version } from './rescue-cipher.ts'
import { readAgain, rescueContent, type RescueContent } from './rescue-content.ts'

/** Why a file cannot be opened. The cipher cannot tell a wrong passphrase from a damaged file. */
export type RescueFailure = 'not-a-rescue-file' | 'unknown-version' | 'cannot-open'

/** The most iterations that a file may demand, so that a file cannot occupy the browser for an hour. */
const mostIterations = 5_000_000

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

const file = v.object({ ...header.entries, sealed: v.pipe(v.string(), v.base64()) })
const anyVersion = v.object({ format: v.literal(format), version: v.number() })

/** Encrypts the unsent entries of a phone. */
export const sealRescueFile = (content: RescueContent, passphrase: string): Promise<string> =>
  seal(JSON.stringify(content), passphrase)

/** Opens a rescue file. It does not verify the content: the server does that for each entry. */
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
    const content = v.safeParse(rescueContent, parseJson(await unseal(head, sealed, passphrase)))
    return content.success ? ok(readAgain(content.output)) : fail('cannot-open')
  } catch {
    return fail('cannot-open')
  }
}
