import * as v from 'valibot'
import { headers, type OutboxCall } from '../../src/contract/product-api.ts'
import { idempotencyKey } from '../../src/contract/shapes.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { offsetOf } from '../../src/lib/time/zoned-time.ts'
import type { Session } from '../http/app-env.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Arrival } from './carry-out.ts'
import { parseOwn, parseVersion, upgradeFrom } from './parse.ts'
import { parseCapturedAt, parseDeviceSequence, parseFormerReceipt } from './parse-headers.ts'

/** An entry as a phone sends it, in a call of its own or in a batch. */
type Said = { header: (name: string) => string | undefined; bytes: Uint8Array; json: unknown }

/** Reads an entry that arrived in a session. Refuses an entry without a key. */
export const readArrival = <N extends OutboxCall>(
  call: N,
  { header, bytes, json }: Said,
  session: Session,
): Result<Arrival<N>, Refusal> => {
  const key = v.safeParse(idempotencyKey, header(headers.idempotencyKey))
  if (!key.success) return fail({ code: 'key-missing' })
  const sequence = parseDeviceSequence(header(headers.deviceSequence), session)
  const capturedAt = parseCapturedAt(header(headers.capturedAt))
  const former = parseFormerReceipt(header(headers.formerReceipt))
  const version = parseVersion(header(headers.schemaVersion))
  const delivery = {
    customer: session.customer,
    key: key.output.toLowerCase(),
    bytes,
    version,
    ...(sequence && { sequence }),
    ...(capturedAt && { capturedAt, offset: offsetOf(header(headers.capturedAt) ?? '') }),
    ...(former && { former }),
  }
  const read = async () => {
    const upgraded = upgradeFrom(version, call, json)
    return upgraded.ok ? parseOwn(call, upgraded.value, session) : upgraded
  }
  return ok({ call, delivery, read })
}
