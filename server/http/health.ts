import { Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { respondWithError } from './api-error.ts'
import type { AppEnv } from './app-env.ts'

/** Returns the time until an announced maintenance ends, in s. 0 if there is none. */
export const getMaintenanceSecondsLeft = (until: Date | undefined, now: () => Date): number =>
  until ? Math.max(0, Math.ceil((until.getTime() - now().getTime()) / 1000)) : 0

/** Rejects calls until an announced time, with `Retry-After`. The site itself stays available. */
export const rejectDuringMaintenance =
  (until: Date | undefined, now: () => Date): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const seconds = getMaintenanceSecondsLeft(until, now)
    if (seconds === 0) return next()
    return respondWithError(http, { code: 'maintenance', retryAfter: seconds })
  }

/** Whether the load balancer should send requests to this instance, or the reason that it should not. */
export type Readiness = 'ready' | 'starting' | 'stopping' | 'not-writable'

/**
 * The format of a nonce. A device sends one to check that no other server responds in our place. Other texts
 * are not echoed.
 */
const noncePattern = /^[\w-]{8,64}$/

const echoNonce = (nonce: string | undefined) =>
  nonce !== undefined && noncePattern.test(nonce) ? { nonce } : {}

/**
 * Sets the route to the path, and forbids caching. Only for paths that the server defines: any other path is
 * chosen by its client, and each would become a series in the metrics.
 */
const setRoute = createMiddleware<AppEnv>(async (http, next) => {
  http.set('route', http.req.path)
  http.header('Cache-Control', 'no-store')
  await next()
})

/**
 * Serves `/healthz` and `/readyz`. `/healthz` shows that this process is alive and ours: it repeats the
 * `nonce` of the request. During maintenance, its `Retry-After` contains the time until calls are accepted
 * again. `/readyz` shows that the instance accepts requests and can store data.
 */
export const createHealthRoutes = (
  getReadiness: () => Readiness | Promise<Readiness>,
  getSecondsLeft: () => number = () => 0,
) =>
  new Hono<AppEnv>()
    .get('/healthz', setRoute, (http) => {
      const seconds = getSecondsLeft()
      if (seconds > 0) http.header('Retry-After', String(seconds))
      return http.json({ status: 'alive', ...echoNonce(http.req.query('nonce')) })
    })
    .get('/readyz', setRoute, async (http) => {
      const status = await getReadiness()
      return http.json({ status }, status === 'ready' ? 200 : 503)
    })
