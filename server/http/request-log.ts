import type { MiddlewareHandler } from 'hono'
import { headers } from '../../src/contract/product-api.ts'
import type { AppEnv } from './app-env.ts'
import type { Log } from './log.ts'

export type RequestLog = { log: Log; newId: () => string; now: () => number }

/** A caller's own id is used only if it cannot break a log line or inject text into it. */
const idShape = /^[\w-]{8,64}$/

/** Assigns each request an id, returns it in a header, and logs one line when the request is done. */
export const requestLog =
  ({ log, newId, now }: RequestLog): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const began = now()
    const given = http.req.header(headers.requestId)
    const requestId = given !== undefined && idShape.test(given) ? given : newId()
    http.set('requestId', requestId)
    await next()
    http.res.headers.set(headers.requestId, requestId)
    log.info('request', {
      method: http.req.method,
      route: http.get('route') ?? 'none',
      status: http.res.status,
      ms: Math.round(now() - began),
      requestId,
      traceId: http.get('traceId'),
      customer: http.get('session')?.customer,
      refused: http.get('refused'),
    })
  }
