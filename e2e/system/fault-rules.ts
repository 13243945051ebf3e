import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'

type StoreRequest = { method: string; query: URLSearchParams }

/** Recognises each kind of request to the object store. */
const isRequestOfKind = {
  create: ({ method, query }: StoreRequest) => method === 'POST' && query.has('uploads'),
  sendPart: ({ method, query }: StoreRequest) => method === 'PUT' && query.has('partNumber'),
  complete: ({ method, query }: StoreRequest) => method === 'POST' && query.has('uploadId'),
}

/** A fault for the next `times` requests of a kind. */
const rule = v.strictObject({
  request: v.picklist(['create', 'sendPart', 'complete']),
  times: v.optional(v.number(), 1),
  /** The proxy responds itself, or forwards the request and drops the response. */
  does: v.picklist(['answer', 'lose the answer']),
  status: v.optional(v.number()),
  body: v.optional(v.string()),
})
export type Rule = v.InferOutput<typeof rule>

/** Faults for all requests, and for requests that match a rule. */
export const storeFaults = v.strictObject({
  /** Upload speed of all requests together; absent: unlimited. */
  bytesPerSecond: v.optional(v.pipe(v.number(), v.minValue(1))),
  /** The proxy accepts each body at once and forwards it at the speed of `bytesPerSecond`. */
  buffered: v.optional(v.boolean(), false),
  /**
   * Bytes that all requests may still send. Then the line stops until the faults change. Absent: unlimited.
   */
  bytesLeft: v.optional(v.pipe(v.number(), v.minValue(1))),
  /** Requests are cut off without a response. */
  down: v.optional(v.boolean(), false),
  /** The first rule that matches a request applies. */
  rules: v.optional(v.array(rule), []),
})

export type StoreFaults = v.InferInput<typeof storeFaults>

/** Finds the rule for a request and uses it up by one. */
export const takeRule = (rules: Rule[], { method = 'GET', url = '/' }: IncomingMessage): Rule | undefined => {
  const query = new URL(url, 'http://store').searchParams
  const matchingRule = rules.find(
    ({ request, times }) => times > 0 && isRequestOfKind[request]({ method, query }),
  )
  if (matchingRule) matchingRule.times -= 1
  return matchingRule
}

/** Creates headers without which a browser hides the whole response from the app. */
export const corsHeaders = ({ headers }: IncomingMessage): Record<string, string> => ({
  'Access-Control-Allow-Origin': headers.origin ?? '*',
  'Access-Control-Expose-Headers': 'ETag, Date',
  'Content-Type': 'application/xml',
})
