import * as v from 'valibot'
import { parseJson } from '../../lib/http/parse-json.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import {
  createDeviceStatementText,
  type DeviceStatement,
} from '../../contract/product-api/device-statement.ts'
import { verifyEd25519 } from '../../lib/verify-ed25519.ts'
import { formatLocalTime } from '../../lib/time/local-time.ts'
import type { saveFile as SaveFile } from '../../platform/save-file.ts'
import type { DeviceOutbox } from '../outbox.ts'
import { rescueFormat, rescueVersion, seal, unseal } from './rescue-cipher.ts'
import {
  createRescueContent,
  rescueContentSchema,
  retryUnreadable,
  type RescueContent,
} from './rescue-content.ts'

/** Why a file cannot be opened. The cipher cannot tell a wrong passphrase from a damaged file. */
type RescueFailure = 'not-a-rescue-file' | 'unknown-version' | 'cannot-open'

/** The maximum number of iterations of the key derivation. With more, a file could block the browser for an hour. */
const maxIterations = 5_000_000

const headerSchema = v.object({
  format: v.literal(rescueFormat),
  version: v.literal(rescueVersion),
  kdf: v.object({
    name: v.literal('PBKDF2-SHA-256'),
    iterations: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxIterations)),
    salt: v.pipe(v.string(), v.base64()),
  }),
  cipher: v.object({ name: v.literal('AES-256-GCM'), iv: v.pipe(v.string(), v.base64()) }),
})

const fileSchema = v.object({ ...headerSchema.entries, sealed: v.pipe(v.string(), v.base64()) })
const anyVersionSchema = v.object({ format: v.literal(rescueFormat), version: v.number() })

/** Encrypts the unsent entries of a phone. */
export const sealRescueFile = (content: RescueContent, passphrase: string): Promise<string> =>
  seal(JSON.stringify(content), passphrase)

/** Opens a rescue file. Does not verify the content, because the server does that for each entry. */
export const openRescueFile = async (
  text: string,
  passphrase: string,
): Promise<Result<RescueContent, RescueFailure>> => {
  const json = parseJson(text)
  const rescueFile = v.safeParse(anyVersionSchema, json)
  if (!rescueFile.success) return fail('not-a-rescue-file')
  if (rescueFile.output.version !== rescueVersion) return fail('unknown-version')
  const parsed = v.safeParse(fileSchema, json)
  if (!parsed.success) return fail('cannot-open')
  const { sealed, ...header } = parsed.output
  try {
    const content = v.safeParse(rescueContentSchema, parseJson(await unseal(header, sealed, passphrase)))
    return content.success ? ok(retryUnreadable(content.output)) : fail('cannot-open')
  } catch {
    return fail('cannot-open')
  }
}

/**
 * Whether a rescue file proves that it comes from a device of its customer. The proof is a statement that our
 * server signed and gave only to that device.
 */
export const hasProvenOrigin = async (
  api: Pick<ProductApiClient, 'call'>,
  { customer: customerId, device: deviceId, statement }: RescueContent,
): Promise<boolean> => {
  if (statement?.customer_id !== customerId || statement.device !== deviceId) return false
  const response = await api.call('receiptKeys', undefined)
  const key = response.ok && response.value.keys.find(({ key_id }) => key_id === statement.key_id)
  if (!key) return false
  const { signature } = statement
  const text = createDeviceStatementText(statement)
  // The result is undefined if this browser does not support Ed25519. Then nothing is proven.
  return (await verifyEd25519({ text, signature, publicKey: key.public_key })) === true
}

/** Saves the unsent entries of a signed-in customer to a file. Resolves to the number of entries in it. */
export const createSaveRescueFile =
  ({
    outbox,
    device,
    statement,
    now,
    saveFile,
  }: {
    outbox: Pick<DeviceOutbox, 'forCustomer'>
    device: () => Promise<string>
    /** Reads the server's signed statement about this device and a customer. */
    statement: (customerId: string) => Promise<DeviceStatement | undefined>
    /** Returns the time in ms since the epoch. */
    now: () => number
    saveFile: typeof SaveFile
  }) =>
  async (ownerId: string, passphrase: string): Promise<number> => {
    const { entries, customer: customerId, storage } = outbox.forCustomer(ownerId).snapshot()
    // If the stored entries cannot be read, an empty file would look like a successful rescue.
    if (customerId === undefined || storage !== 'ready') throw new Error('The outbox could not be read')
    const content = createRescueContent(entries, {
      customer: customerId,
      device: await device(),
      statement: await statement(customerId),
      madeAt: now(),
    })
    const day = formatLocalTime(new Date(content.madeAt)).slice(0, 'YYYY-MM-DD'.length)
    const text = await sealRescueFile(content, passphrase)
    saveFile(`breaking-barriers-${day}.rescue`, new Blob([text], { type: 'application/json' }))
    return content.entries.length + content.unreadable.length
  }
