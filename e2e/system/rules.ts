import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'

type Asked = { method: string; query: URLSearchParams }

/** A request of the object store, by what distinguishes it on the wire. */
const requests = {
  create: ({ method, query }: Asked) => method === 'POST' && query.has('uploads'),
  sendPart: ({ method, query }: Asked) => method === 'PUT' && query.has('partNumber'),
  complete: ({ method, query }: Asked) => method === 'POST' && query.has('uploadId'),
}

/** What happens to the next `times` requests of a name. */
export const rule = v.strictObject({
  request: v.picklist(['create', 'sendPart', 'complete']),
  times: v.optional(v.number(), 1),
  /** Answered here, or done without an answer. */
  does: v.picklist(['answer', 'lose the answer']),
  status: v.optional(v.number()),
  body: v.optional(v.string()),
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
  'Access-Control-Expose-Headers': 'ETag, Date',
  'Content-Type': 'application/xml',
})
