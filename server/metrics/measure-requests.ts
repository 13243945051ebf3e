import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { Measures } from './measures.ts'

/** Methods by name; a sender may invent others, and each would be a label of its own. */
const usual: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Measures every request until its response begins. `now`: ms */
export const measureRequests =
  (measures: Pick<Measures, 'request'>, now: () => number): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const began = now()
    await next()
    measures.request({
      method: usual.has(http.req.method) ? http.req.method : '_OTHER',
      route: http.get('route') ?? 'none',
      status: http.res.status,
      refused: http.get('refused'),
      seconds: (now() - began) / 1000,
    })
  }
