import * as v from 'valibot'
import { sha256 } from '../../node/sha256.ts'
import type { OutboxCall } from '../../src/contract/product-api.ts'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { receipt, type Receipt } from '../../src/contract/product-api/receipt.ts'
import { sequence as sequenceNumber } from '../../src/contract/product-api/sync-report.ts'
import { idempotencyKey } from '../../src/contract/shared-schemas.ts'
import { parseJson } from '../../src/lib/http/parse-json.ts'
import { parseOrUndefined } from '../../src/lib/parse-or-undefined.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { parseOffset } from '../../src/lib/time/zoned-time.ts'
import type { DeviceSequence } from '../db/deliveries/sequence-gaps.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Session } from '../http/app-env.ts'
import type { Body } from './handler.ts'
import { parseOwnBody, parseVersion, upgradeFrom } from './parse.ts'

/** An entry that the server received, from its phone or in a rescue file. */
export type ReceivedEntry<N extends OutboxCall = OutboxCall> = {
  call: N
  customer: string
  key: string
  /** SHA-256 of the bytes of the body. */
  hash: string
  /** The version of the contract that the body follows. */
  version: number
  /** The device that captured the entry, and the entry's number there. */
  deviceSequence?: DeviceSequence
  /** By the device's corrected clock. */
  capturedAt?: Date
  /** The UTC offset at the place of capture, such as `-03:00`; `Z` if it is unknown. */
  offset?: string
  /** The receipt that the phone got for an earlier delivery of the entry. */
  formerReceipt?: Receipt
  /** Parses the body. Not called for a retry: a rule that is newer than the entry must not reject it. */
  readBody: () => Promise<Result<Body<N>, ApiError>>
}

/**
 * An entry as a phone sends it, alone in a request or with others. `header` returns a header by its name;
 * `json` is the parsed `bytes` of the body.
 */
type RawEntry = { header: (name: string) => string | undefined; bytes: Uint8Array; json: unknown }

/**
 * Reads X-Device-Sequence: the id of the device, a slash, and the entry's number there. Ignores a header
 * that is malformed or names a device other than the session's. Only admins use the value, so it must never
 * cause an error.
 */
const parseDeviceSequence = (header: string | undefined, session: Session): DeviceSequence | undefined => {
  const [device, number = ''] = (header ?? '').toLowerCase().split('/')
  if (device !== session.device.toLowerCase() || !/^\d{1,10}$/.test(number)) return undefined
  const seq = parseOrUndefined(sequenceNumber, Number(number))
  return seq === undefined ? undefined : { device, seq, sentByDevice: true }
}

/** Reads X-Captured-At. Ignores times before 1970, because PostgreSQL has no year 0. */
export const parseCapturedAt = (header: string | undefined): Date | undefined => {
  const time = Date.parse(header ?? '')
  return time >= 0 ? new Date(time) : undefined
}

/** Reads X-Former-Receipt. The caller must still check that this server signed the receipt. */
const parseFormerReceipt = (header: string | undefined): Receipt | undefined =>
  header === undefined ? undefined : parseOrUndefined(receipt, parseJson(header))

/**
 * Reads an entry that a phone sent in a session. Rejects an entry without a valid key. Ignores any other
 * malformed header, except that `readBody` rejects an unknown version of the contract.
 */
export const readEntry = <N extends OutboxCall>(
  call: N,
  { header, bytes, json }: RawEntry,
  session: Session,
): Result<ReceivedEntry<N>, ApiError> => {
  const key = v.safeParse(idempotencyKey, header(headers.idempotencyKey))
  if (!key.success) return fail({ code: 'key-missing' })
  const deviceSequence = parseDeviceSequence(header(headers.deviceSequence), session)
  const capturedAt = parseCapturedAt(header(headers.capturedAt))
  const formerReceipt = parseFormerReceipt(header(headers.formerReceipt))
  const version = parseVersion(header(headers.schemaVersion))
  const readBody = async () => {
    const upgraded = upgradeFrom(version, call, json)
    return upgraded.ok ? parseOwnBody(call, upgraded.value, session) : upgraded
  }
  return ok({
    call,
    customer: session.customer,
    key: key.output.toLowerCase(),
    hash: sha256(bytes),
    version,
    ...(deviceSequence && { deviceSequence }),
    ...(capturedAt && { capturedAt, offset: parseOffset(header(headers.capturedAt) ?? '') }),
    ...(formerReceipt && { formerReceipt }),
    readBody,
  })
}
