import type { EntryOptions } from '../../contract/product-api-client.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { formatInTimeZone } from '../../lib/time/zoned-time.ts'
import type { Entry, OwnReason, Reason } from '../entry/entry.ts'
import type { OutboxRequest } from '../events/event-row.ts'
import { isKnownEvent, knownEvents } from '../events/events.ts'

const cannotSend = (code: OwnReason, path?: string) =>
  fail<Reason>({ code, status: 0, ...(path && { path }) })

/** The request of an entry, or the reason why this version of the app cannot send it. */
export const requestOf = ({ name, payload, customer }: Entry): Result<OutboxRequest, Reason> => {
  if (!isKnownEvent(name)) return cannotSend('unknown-event')
  const prepared = knownEvents[name].prepare(payload, customer)
  return prepared.ok ? ok(prepared.value.request) : cannotSend('broken-payload', prepared.error)
}

/** The request of an entry, if its bytes match the captured ones. Other bytes need another key. */
export const unchangedRequestOf = async (
  entry: Entry,
  hash: (body: unknown) => Promise<string>,
): Promise<Result<OutboxRequest, Reason>> => {
  const request = requestOf(entry)
  if (!request.ok || (await hash(request.value.body)) === entry.payloadHash) return request
  return cannotSend('broken-payload')
}

/** The options of a call for an entry: everything that is sent besides the body. */
export const entryOptions = ({
  key,
  device,
  seq,
  schemaVersion,
  capturedAt,
  receipt,
}: Entry): EntryOptions => ({
  key,
  sequence: { device, seq },
  schema: schemaVersion,
  capturedAt: formatInTimeZone(capturedAt.corrected, capturedAt.zone),
  formerReceipt: receipt,
})
