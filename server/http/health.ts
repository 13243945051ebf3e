import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

/** Whether the load balancer should send anybody here, and why not. */
export type Readiness = 'ready' | 'starting' | 'stopping' | 'not-writable'

/** A nonce, by which a device knows that nobody responds in our place; only text of this form is echoed. */
const nonceShape = /^[\w-]{8,64}$/

const echoOf = (nonce: string | undefined) => (nonce !== undefined && nonceShape.test(nonce) ? { nonce } : {})

/** Of these two alone: the path of any other request is whatever its client likes, and would be a series of the metrics. */
const named = createMiddleware<AppEnv>(async (http, next) => {
  http.set('route', http.req.path)
  http.header('Cache-Control', 'no-store')
  await next()
})

/**
 * `/healthz`: this process is alive, and it is ours: it repeats the `nonce` of the request. `Retry-After` says when calls are taken
 * again, during a maintenance of which `maintenanceLeft` are s left. `/readyz`: it takes requests, and what they say can be stored.
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
