import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { usualMethod } from '../http/usual-method.ts'
import type { Measures } from './measures.ts'

/** Measures every request until its response begins. `now` is in ms. */
export const measureRequests =
  (measures: Pick<Measures, 'request'>, now: () => number): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const began = now()
    await next()
    measures.request({
      method: usualMethod(http.req.method),
      route: http.get('route') ?? 'none',
      status: http.res.status,
      refused: http.get('refused'),
      seconds: (now() - began) / 1000,
    })
  }
