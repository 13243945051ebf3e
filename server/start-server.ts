import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createApp, createStartingApp, type AppDeps } from './app.ts'
import { createIdentityTokens } from './auth/identity-tokens.ts'
import { createLoyaltyVendor } from './auth/loyalty-vendor.ts'
import { createStorageIdentities } from './auth/storage-identities.ts'
import { addAdmins } from './auth/admins.ts'
import { createCanWrite } from './db/can-write.ts'
import type { OpenDatabase } from './db/database.ts'
import { ensureEpoch } from './db/epochs.ts'
import { eraseRestored } from './db/erase-customer.ts'
import type { AppEnv } from './http/app-env.ts'
import { createLog, type Log } from './http/log.ts'
import { startMetrics, type Metrics } from './metrics/start-metrics.ts'
import { openDatabase } from './open-database.ts'
import { startRetention } from './retention/start-retention.ts'
import type { ServerEnv } from './server-env.ts'
import { listen, stopListening } from '../node/listen.ts'
import { followRequests } from '../node/open-requests.ts'

/** ms */
const timeouts = {
  headersTimeout: 15_000,
  /** A body of 64 KiB gets through in this time on the worst connection that is any use. */
  requestTimeout: 60_000,
  /** Longer than the 60 s of usual load balancers, which would otherwise use a connection we just closed. */
  keepAliveTimeout: 65_000,
}

/** ms that requests under way get to finish when the server stops: more than a stuck statement is given */
const shutdownGrace = 20_000

export type RunningServer = {
  origin: string
  database: OpenDatabase['kind']
  /** Where Prometheus reads; absent without METRICS_PORT. */
  metricsPort: number | undefined
  /**
   * Says that it is stopping, and goes on for `drainSeconds` until the load balancer has noticed; `hurry` ends that. Then
   * lets requests under way finish and closes the database.
   */
  stop: (hurry: AbortSignal) => Promise<void>
}

export type StartOptions = {
  env: ServerEnv
  /** What is probably not meant so in the environment; logged. */
  warnings: readonly string[]
  version: string
  writeLog: (line: string) => void
  now?: () => Date
  /** ms from the start until rows are deleted whose time is over */
  retentionAfter?: number
}

type ProductDeps = Pick<AppDeps, 'db' | 'log' | 'measures' | 'now' | 'isStopping' | 'canWrite'> & {
  env: ServerEnv
  version: string
}

const createProduct = ({ env, version, ...deps }: ProductDeps) => {
  const { services, developer, loyaltyVendor: vendor } = env
  const fetchNow = (url: string | URL, init: RequestInit) => fetch(url, init)
  return createApp({
    ...deps,
    identity: createIdentityTokens(services),
    vendor: createLoyaltyVendor({ address: services.loyaltyAddress, vendor, fetch: fetchNow }),
    storageIdentities: createStorageIdentities({ env: services, developer, fetch: fetchNow, now: deps.now }),
    settings: { ...env, version },
  })
}

const warnOfMissing = (env: ServerEnv, log: Log) => {
  if (!existsSync(join(env.staticDir, 'index.html'))) {
    log.warn('there is no built site, only the API is served', { staticDir: env.staticDir })
  }
  if (!env.developer) {
    log.warn('there is no STORAGE_DEVELOPER_KEY_ID, coaches of the loyalty provider cannot store files')
  }
}

type Starting = StartOptions & { metrics: Metrics; now: () => Date }

const serve = async ({
  env,
  warnings,
  version,
  writeLog,
  metrics,
  now,
  retentionAfter: after,
}: Starting): Promise<RunningServer> => {
  const { measures } = metrics
  const log = createLog({ level: env.logLevel, write: writeLog, onLine: measures.logLine, now })
  for (const warning of warnings) log.warn(warning)
  warnOfMissing(env, log)
  let app: Pick<Hono<AppEnv>, 'fetch'> = createStartingApp({ log, measures, settings: env })
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings))
  const server = createServer(timeouts, (incoming, outgoing) => void listener(incoming, outgoing))
  const requests = followRequests(server)
  const port = await listen(server, { port: env.port, host: env.host, variable: 'PORT' })
  let isStopping = false
  try {
    const database = await openDatabase(env, log, measures.statement)
    const { db } = database
    await addAdmins(db, env.admins)
    if (await ensureEpoch(db, database.place, now()))
      log.warn('the database lies in another place: a restored one counts its receipts anew')
    const restored = await eraseRestored(db, now)
    if (restored > 0) log.warn('accounts that a backup brought back were erased again', { restored })
    const canWrite = createCanWrite({ db, now: () => now().getTime() })
    metrics.watchDatabase({ pool: database.pool, canWrite })
    app = createProduct({ db, env, version, log, measures, now, isStopping: () => isStopping, canWrite })
    const stopRetention = startRetention({ db, log, measures, days: env.retention, now, after })
    const stop = async (hurry: AbortSignal) => {
      isStopping = true
      requests.announceClose()
      await sleep(env.drainSeconds * 1000, undefined, { signal: hurry }).catch(() => undefined)
      await stopListening(server, shutdownGrace)
      await stopRetention()
      await metrics.stop()
      await database.close()
    }
    const origin = env.publicOrigin ?? `http://localhost:${port}`
    return { origin, database: database.kind, metricsPort: metrics.port, stop }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
}

/**
 * Takes the port, opens the database and serves until it is stopped; throws `StartFailure` when it cannot. The port comes
 * first because a port in use is found out at once, and because whoever watches this process must see it alive, however long
 * the migrations take.
 */
export const startServer = async (options: StartOptions): Promise<RunningServer> => {
  const { env, version, now = () => new Date() } = options
  const metrics = await startMetrics({ port: env.metricsPort, host: env.host, version })
  try {
    return await serve({ ...options, metrics, now })
  } catch (error) {
    await metrics.stop()
    throw error
  }
}
