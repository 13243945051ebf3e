import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

/** Whether the load balancer should send requests to this copy, or the reason that it should not. */
export type Readiness = 'ready' | 'starting' | 'stopping' | 'not-writable'

/**
 * The shape of a nonce. A device uses a nonce to detect that another server responds in our place. Only text
 * of this shape is echoed.
 */
const nonceShape = /^[\w-]{8,64}$/

const echoOf = (nonce: string | undefined) => (nonce !== undefined && nonceShape.test(nonce) ? { nonce } : {})

/**
 * Sets the route for these two paths only. Clients choose the paths of all other requests, and each would
 * become a metrics series.
 */
const named = createMiddleware<AppEnv>(async (http, next) => {
  http.set('route', http.req.path)
  http.header('Cache-Control', 'no-store')
  await next()
})

/**
 * `/healthz` shows that this process is alive and ours: it repeats the `nonce` of the request. During a
 * maintenance with `maintenanceLeft` s left, `Retry-After` says when calls are accepted again. `/readyz`
 * shows that the copy accepts requests and can store data.
 */
export const healthRoutes = (
  readiness: () => Readiness | Promise<Readiness>,
  maintenanceLeft: () => number = () => 0,
) =>
  new Hono<AppEnv>()
    .get('/healthz', named, (http) => {
      const left = maintenanceLeft()
      if (left > 0) http.header('Retry-After', String(left))
      return http.json({ status: 'alive', ...echoOf(http.req.query('nonce')) })
    })
    .get('/readyz', named, async (http) => {
      const status = await readiness()
      return http.json({ status }, status === 'ready' ? 200 : 503)
    })
