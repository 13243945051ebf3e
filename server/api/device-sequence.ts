import * as v from 'valibot'
import { sequence } from '../../src/contract/product-api/sync-report.ts'
import type { Session } from '../auth/sessions.ts'
import type { DeviceSequence } from '../db/sequence-gaps.ts'

/**
 * Reads X-Device-Sequence. What cannot be read, or speaks of another device than the session's, is as if it were not
 * there: an entry is never refused for what only admins look at.
 */
export const deviceSequence = (header: string | undefined, session: Session): DeviceSequence | undefined => {
  const [device, number] = (header ?? '').toLowerCase().split('/')
  const seq = v.safeParse(sequence, /^\d{1,10}$/.test(number ?? '') ? Number(number) : undefined)
  return seq.success && device === session.device.toLowerCase()
    ? { device, seq: seq.output, present: true }
    : undefined
}
