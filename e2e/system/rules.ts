import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'

/** A request of the object store, by what distinguishes it on the wire. */
const requests = {
  head: ({ method }) => method === 'HEAD',
  create: ({ method, query }) => method === 'POST' && query.has('uploads'),
  listUploads: ({ method, query }) => method === 'GET' && query.has('uploads'),
  sendPart: ({ method, query }) => method === 'PUT' && query.has('partNumber'),
  complete: ({ method, query }) => method === 'POST' && query.has('uploadId'),
  abort: ({ method, query }) => method === 'DELETE' && query.has('uploadId'),
} as const satisfies Record<string, (asked: { method: string; query: URLSearchParams }) => boolean>

/** What happens to the next `times` requests of a name. */
export const rule = v.strictObject({
  request: v.picklist(['head', 'create', 'listUploads', 'sendPart', 'complete', 'abort']),
  times: v.optional(v.number(), 1),
  /** Answered here, done without an answer, never read, or passed on without some headers of the answer. */
  does: v.picklist(['answer', 'lose the answer', 'stall', 'hide headers']),
  status: v.optional(v.number()),
  headers: v.optional(v.record(v.string(), v.string())),
  /** `{serverTime}` stands for the present time. */
  body: v.optional(v.string()),
  /** Names in lower case. */
  hide: v.optional(v.array(v.string()), []),
})
export type Rule = v.InferOutput<typeof rule>

/** The rule for a request, which is then used up by one. */
export const takeRule = (rules: Rule[], { method = 'GET', url = '/' }: IncomingMessage): Rule | undefined => {
  const query = new URL(url, 'http://store').searchParams
  const found = rules.find(({ request, times }) => times > 0 && requests[request]({ method, query }))
  if (found) found.times -= 1
  return found
}

/** Without these a browser hides the whole answer. */
export const corsHeaders = ({ headers }: IncomingMessage): Record<string, string> => ({
  'Access-Control-Allow-Origin': headers.origin ?? '*',
  'Access-Control-Expose-Headers': 'ETag, Date, Retry-After',
  'Content-Type': 'application/xml',
})
