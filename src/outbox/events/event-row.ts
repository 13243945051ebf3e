import * as v from 'valibot'
import type { BodyOf, OutboxCall } from '../../contract/product-api.ts'
import { parsed } from '../../lib/parsed.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

/** A call of the product API, ready to be sent. */
export type OutboxRequest = { [N in OutboxCall]: { call: N; body: BodyOf<N> } }[OutboxCall]

/** An event whose payload is valid, as it is stored and sent. */
export type PreparedEvent = {
  /** As the schema of the event wants it: the payload that is stored. */
  payload: unknown
  /** Events of one lane reach the server in the order they were captured. */
  lane: string
  /** Further lanes whose earlier events must have reached the server before this one. */
  after: string[]
  request: OutboxRequest
}

type EventTitle = `outbox.event.${string}`

type Row<Payload extends v.GenericSchema, Title extends EventTitle> = {
  calls: readonly OutboxCall[]
  /**
   * The version of the contract that its bodies are of: the one in which the body changed last, so that a copy of the
   * server that only lacks what is newer takes them too.
   */
  schema: number
  payload: Payload
  /** Message id */
  title: Title
  /** Message ids of those of its events that have a name of their own, by subject. */
  titles?: Readonly<Record<string, Title>>
  /** The id of the module or course it is about, to distinguish entries of one name. */
  subject?: (payload: v.InferOutput<Payload>) => string
  lane: (payload: v.InferOutput<Payload>) => string
  after?: (payload: v.InferOutput<Payload>) => string[]
  request: (payload: v.InferOutput<Payload>, customer: string) => OutboxRequest
}

/** One row of the catalogue; the path of the first field that is wrong is the failure. */
export const event = <Payload extends v.GenericSchema, Title extends EventTitle>(
  row: Row<Payload, Title>,
) => ({
  calls: row.calls,
  schema: row.schema,
  payload: row.payload,
  titleOf: (subject: string | undefined): Title => row.titles?.[subject ?? ''] ?? row.title,
  subject: (payload: unknown): string | undefined => {
    const known = parsed(row.payload, payload)
    return known === undefined ? undefined : row.subject?.(known)
  },
  prepare: (payload: unknown, customer: string): Result<PreparedEvent, string> => {
    const { success, output, issues } = v.safeParse(row.payload, payload)
    if (!success) return fail(v.getDotPath(issues[0]) ?? '')
    return ok({
      payload: output,
      lane: row.lane(output),
      after: row.after?.(output) ?? [],
      request: row.request(output, customer),
    })
  },
})
