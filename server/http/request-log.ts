import type { MiddlewareHandler } from 'hono'
import { headers } from '../../src/contract/product-api.ts'
import type { AppEnv } from './app-env.ts'
import type { Log } from './log.ts'

export type RequestLog = { log: Log; newId: () => string; now: () => number }

/** A caller's own id is kept when it cannot break a log line or smuggle words into it. */
const sane = /^[\w-]{8,64}$/

/** Names every request, answers the name, and writes one line when the request is done. */
export const requestLog =
  ({ log, newId, now }: RequestLog): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const began = now()
    const given = http.req.header(headers.requestId)
    const requestId = given !== undefined && sane.test(given) ? given : newId()
    http.set('requestId', requestId)
    await next()
    http.res.headers.set(headers.requestId, requestId)
    log.info('request', {
      method: http.req.method,
      route: http.get('route') ?? 'none',
      status: http.res.status,
      ms: Math.round(now() - began),
      requestId,
      customer: http.get('session')?.customer,
      refused: http.get('refused'),
    })
  }
