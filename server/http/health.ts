import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Database } from '../db/database.ts'
import type { AppEnv } from './app-env.ts'

/** ms; a load balancer probes every few seconds */
const timeout = 2000

const isReachable = (db: Database): Promise<boolean> => {
  const query = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([query, sleep(timeout, false, { ref: false })])
}

/** A nonce, by which a device knows that nobody responds in our place; only text of this form is echoed. */
const nonceShape = /^[\w-]{8,64}$/

const echoOf = (nonce: string | undefined) => (nonce !== undefined && nonceShape.test(nonce) ? { nonce } : {})

/** `/healthz`: this process is alive, and it is ours: it repeats the `nonce` of the request. `/readyz`: the database responds, too. */
export const healthRoutes = (db: Database) =>
  new Hono<AppEnv>()
    .use(async (http, next) => {
      http.set('route', http.req.path)
      http.header('Cache-Control', 'no-store')
      await next()
    })
    .get('/healthz', (http) => http.json({ status: 'alive', ...echoOf(http.req.query('nonce')) }))
    .get('/readyz', async (http) =>
      (await isReachable(db))
        ? http.json({ status: 'ready' })
        : http.json({ status: 'database-unreachable' }, 503),
    )
