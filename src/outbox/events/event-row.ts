import * as v from 'valibot'
import type { BodyOf, OutboxCall } from '../../contract/product-api.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

/** A call of the product API, ready to be sent. */
export type OutboxRequest = { [N in OutboxCall]: { call: N; body: BodyOf<N> } }[OutboxCall]

/** A validated event, ready to be stored and sent. */
export type PreparedEvent = {
  /** The payload to store, as the event's schema outputs it. */
  payload: unknown
  /** Events of one lane reach the server in the order of their capture. */
  lane: string
  /** Further lanes whose earlier events must have reached the server before this event. */
  after: string[]
  request: OutboxRequest
}

type EventTitle = `outbox.event.${string}`

/** One kind of event: how it is validated, shown to the coach and sent. */
type EventRow<Payload extends v.GenericSchema, Title extends EventTitle> = {
  /** The calls that `request` can return. */
  calls: readonly OutboxCall[]
  /**
   * The version of the contract that last changed the body. A server that knows it accepts the body,
   * even if it does not know later ones.
   */
  schemaVersion: number
  /** The schema of the payload. */
  payload: Payload
  /** A message id. */
  title: Title
  /** Message ids by subject, for subjects that have their own title. */
  titles?: Readonly<Record<string, Title>>
  /** The id of the module or course that the event is about. It distinguishes entries with the same name. */
  subject?: (payload: v.InferOutput<Payload>) => string
  /** Returns the lane of an event. Events of one lane reach the server in the order of their capture. */
  lane: (payload: v.InferOutput<Payload>) => string
  /** Returns further lanes whose earlier events must reach the server before this event. */
  after?: (payload: v.InferOutput<Payload>) => string[]
  request: (payload: v.InferOutput<Payload>, customerId: string) => OutboxRequest
}

/** Creates a row of the catalogue. `prepare` fails with the path of the first invalid field. */
export const createEventRow = <Payload extends v.GenericSchema, Title extends EventTitle>(
  row: EventRow<Payload, Title>,
) => ({
  calls: row.calls,
  schemaVersion: row.schemaVersion,
  payload: row.payload,
  getTitle: (subject: string | undefined): Title => row.titles?.[subject ?? ''] ?? row.title,
  subject: (payload: unknown): string | undefined => {
    const parsedPayload = parseOrUndefined(row.payload, payload)
    return parsedPayload === undefined ? undefined : row.subject?.(parsedPayload)
  },
  prepare: (payload: unknown, customerId: string): Result<PreparedEvent, string> => {
    const { success, output, issues } = v.safeParse(row.payload, payload)
    // The path is empty if the payload as a whole is invalid, for example if it is not an object.
    if (!success) return fail(v.getDotPath(issues[0]) ?? '')
    return ok({
      payload: output,
      lane: row.lane(output),
      after: row.after?.(output) ?? [],
      request: row.request(output, customerId),
    })
  },
})
