import type { IncomingMessage, ServerResponse } from 'node:http'
import { keyHeader } from '../../src/contract/service-call.ts'

/** Lets the pages of these origins read the responses, refusals included, and no others. */
export const createCors = (allowedOrigins: readonly string[]) => {
  const allow = (request: IncomingMessage, response: ServerResponse): boolean => {
    response.setHeader('Vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowedOrigins.includes(origin)) return false
    response.setHeader('Access-Control-Allow-Origin', origin)
    return true
  }

  /** Answers a preflight; the browser asks because of `Authorization` and of JSON. */
  const answerPreflight = (request: IncomingMessage, response: ServerResponse) => {
    if (!allow(request, response)) {
      response.writeHead(403).end()
      return
    }
    response
      .writeHead(204, {
        'Access-Control-Allow-Methods': 'GET,POST',
        'Access-Control-Allow-Headers': `Authorization,Content-Type,${keyHeader}`,
        'Access-Control-Max-Age': '600',
      })
      .end()
  }

  return { allow, answerPreflight }
}
