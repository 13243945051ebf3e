import * as v from 'valibot'
import { receipt, type Receipt } from '../../src/contract/product-api/receipt.ts'
import { sequence } from '../../src/contract/product-api/sync-report.ts'
import { parseJson } from '../../src/lib/http/parse-json.ts'
import { parsed } from '../../src/lib/parsed.ts'
import type { DeviceSequence } from '../db/deliveries/sequence-gaps.ts'
import type { Session } from '../http/app-env.ts'

/* The headers of an entry. A malformed header counts as absent: it never causes a refusal. */

/**
 * Reads X-Device-Sequence. A header that names a device other than the session's counts as absent: the value
 * serves only admins, so it never causes a refusal.
 */
export const parseDeviceSequence = (
  header: string | undefined,
  session: Session,
): DeviceSequence | undefined => {
  const [device, number] = (header ?? '').toLowerCase().split('/')
  const seq = v.safeParse(sequence, /^\d{1,10}$/.test(number ?? '') ? Number(number) : undefined)
  return seq.success && device === session.device.toLowerCase()
    ? { device, seq: seq.output, present: true }
    : undefined
}

/** Reads X-Captured-At. Before 1970 it counts as absent: no phone existed, and PostgreSQL has no year 0. */
export const parseCapturedAt = (header: string | undefined): Date | undefined => {
  const time = Date.parse(header ?? '')
  return time >= 0 ? new Date(time) : undefined
}

/** Reads X-Former-Receipt. The caller must still check that this server signed the receipt. */
export const parseFormerReceipt = (header: string | undefined): Receipt | undefined =>
  header === undefined ? undefined : parsed(receipt, parseJson(header))
