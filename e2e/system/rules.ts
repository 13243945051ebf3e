import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'

type Asked = { method: string; query: URLSearchParams }

/** Recognises requests of the object store. */
const requests = {
  create: ({ method, query }: Asked) => method === 'POST' && query.has('uploads'),
  sendPart: ({ method, query }: Asked) => method === 'PUT' && query.has('partNumber'),
  complete: ({ method, query }: Asked) => method === 'POST' && query.has('uploadId'),
}

/** A fault for the next `times` requests of a kind. */
export const rule = v.strictObject({
  request: v.picklist(['create', 'sendPart', 'complete']),
  times: v.optional(v.number(), 1),
  /** The proxy answers itself, or forwards the request and drops the answer. */
  does: v.picklist(['answer', 'lose the answer']),
  status: v.optional(v.number()),
  body: v.optional(v.string()),
})
export type Rule = v.InferOutput<typeof rule>

/** Finds the rule for a request and uses it up by one. */
export const takeRule = (rules: Rule[], { method = 'GET', url = '/' }: IncomingMessage): Rule | undefined => {
  const query = new URL(url, 'http://store').searchParams
  const found = rules.find(({ request, times }) => times > 0 && requests[request]({ method, query }))
  if (found) found.times -= 1
  return found
}

/** Without these headers a browser hides the whole response. */
export const corsHeaders = ({ headers }: IncomingMessage): Record<string, string> => ({
  'Access-Control-Allow-Origin': headers.origin ?? '*',
  'Access-Control-Expose-Headers': 'ETag, Date',
  'Content-Type': 'application/xml',
})
