import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Database } from '../db/database.ts'
import type { AppEnv } from './app-env.ts'

/** ms; a load balancer asks every few seconds */
const patience = 2000

const answers = async (db: Database): Promise<boolean> => {
  const query = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, patience, false)
  return Promise.race([query, late]).finally(() => clearTimeout(timer))
}

/** What a device sends to know that nobody answers in our place; no more than that is said back. */
const sane = /^[\w-]{8,64}$/

const echoOf = (nonce: string | undefined) => (nonce !== undefined && sane.test(nonce) ? { nonce } : {})

/** `/healthz`: this process is alive, and it is this one: it repeats the `nonce` of the question. `/readyz`: it can also do its work, because the database answers. */
export const healthRoutes = (db: Database) =>
  new Hono<AppEnv>()
    .use(async (http, next) => {
      http.set('route', http.req.path)
      http.header('Cache-Control', 'no-store')
      await next()
    })
    .get('/healthz', (http) => http.json({ status: 'alive', ...echoOf(http.req.query('nonce')) }))
    .get('/readyz', async (http) =>
      (await answers(db))
        ? http.json({ status: 'ready' })
        : http.json({ status: 'database-unreachable' }, 503),
    )
