import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { listen, stopListening } from '../node/listen.ts'
import { trackRequests } from '../node/track-requests.ts'
import { createApp, createStartingApp, type AppDeps } from './app.ts'
import { createIdentityTokens } from './auth/identity-tokens.ts'
import { createLoyaltyVendor } from './auth/loyalty-vendor.ts'
import { createStorageIdentities } from './auth/storage-identities.ts'
import { createCanWrite } from './db/connection/can-write.ts'
import type { OpenDatabase } from './db/database.ts'
import type { AppEnv } from './http/app-env.ts'
import { createLog, type Log } from './http/log.ts'
import { startMetrics, type Metrics } from './metrics/start-metrics.ts'
import { prepareDatabase } from './open-database.ts'
import { startRetention } from './retention/start-retention.ts'
import type { ServerEnv } from './server-env.ts'
import { startTracing } from './traces/start-tracing.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** The timeouts of Node's HTTP server, in ms. */
const timeouts = {
  headersTimeout: 15_000,
  /** A body of 64 KiB arrives within this time on the slowest usable connection. */
  requestTimeout: 60_000,
  /**
   * Longer than the usual 60 s of load balancers, which could otherwise use a connection just as it closes.
   */
  keepAliveTimeout: 65_000,
}

/** How long a stopping server waits for requests in progress. A stuck statement ends earlier. */
const shutdownGraceMs = 20_000

export type RunningServer = {
  /** The origin that browsers use. */
  origin: string
  /** The port that the server listens on. */
  port: number
  /** The kind of the open database. */
  database: OpenDatabase['kind']
  /** The port for Prometheus. Absent without METRICS_PORT. */
  metricsPort: number | undefined
  /**
   * Stops the server. For `drainSeconds`, the server still responds, but `/readyz` reports the stop, so that
   * the load balancer notices; `skipDrain` ends this wait. After that, requests in progress may finish, and
   * the database is closed.
   */
  stop: (skipDrain: AbortSignal) => Promise<void>
}

export type StartOptions = {
  env: ServerEnv
  /** Probable mistakes in the environment, which are logged. */
  warnings: readonly string[]
  version: string
  writeLog: (line: string) => void
  now?: () => Date
  /** Ends the wait for a database that is unavailable. */
  signal?: AbortSignal
  /** Time from the start to the first deletion of expired rows. */
  retentionDelayMs?: number
}

type App = Pick<Hono<AppEnv>, 'fetch'>

type ProductDeps = Pick<
  AppDeps,
  'db' | 'log' | 'measures' | 'tracing' | 'now' | 'isStopping' | 'canWrite'
> & {
  env: ServerEnv
  version: string
}

/** Creates the app that serves once the database is open. */
const createProductApp = ({ env, version, ...deps }: ProductDeps): App => {
  const { services, developer, loyaltyVendor: credential } = env
  /** Sends the requests to external services. */
  const send = deps.tracing?.fetch ?? fetch
  return createApp({
    ...deps,
    identity: createIdentityTokens(services, send),
    vendor: createLoyaltyVendor({ url: services.loyaltyUrl, credential, fetch: send }),
    storageIdentities: createStorageIdentities({ env: services, developer, fetch: send, now: deps.now }),
    settings: { ...env, version },
  })
}

/** Warns of parts of the product that do not work with this environment. */
const warnOfMissingParts = (env: ServerEnv, log: Log) => {
  if (!existsSync(join(env.staticDir, 'index.html'))) {
    log.warn('there is no built site, only the API is served', { staticDir: env.staticDir })
  }
  if (env.isLoyaltyVendorInvalid) {
    log.warn('LOYALTY_VENDOR is not base64 of name:secret, nobody can sign in at the loyalty provider')
  } else if (env.loyaltyVendor === undefined) {
    log.warn('there is no LOYALTY_VENDOR, nobody can sign in at the loyalty provider')
  }
  if (!env.developer) {
    log.warn('there is no STORAGE_DEVELOPER_KEY_ID, coaches of the loyalty provider cannot store files')
  }
}

/** Listens on the port. Each request goes to the app that `getApp` returns at that moment. */
const startListening = async ({ port, host }: ServerEnv, getApp: () => App) => {
  const listener = getRequestListener((request, bindings) => getApp().fetch(request, bindings))
  const server = createServer(timeouts, (incoming, outgoing) => void listener(incoming, outgoing))
  const requests = trackRequests(server)
  return { server, requests, port: await listen(server, { port, host, variable: 'PORT' }) }
}

type ServeOptions = StartOptions & { metrics: Metrics; now: () => Date; signal: AbortSignal }

const serve = async (options: ServeOptions): Promise<RunningServer> => {
  const { env, warnings, version, writeLog, metrics, now, signal, retentionDelayMs } = options
  const { measures } = metrics
  const log = createLog({ level: env.logLevel, write: writeLog, onLine: measures.logLine, now })
  for (const warning of warnings) log.warn(warning)
  warnOfMissingParts(env, log)
  const tracing = await startTracing({ settings: env.tracing, version, log })
  const telemetry = { log, measures, tracing }

  let isDatabaseUnavailable = false
  // Serves until the database is open. The app of the product replaces it below.
  let app: App = createStartingApp({
    ...telemetry,
    settings: env,
    isDatabaseUnavailable: () => isDatabaseUnavailable,
  })
  const { server, requests, port } = await startListening(env, () => app)
  try {
    const onUnavailable = () => {
      isDatabaseUnavailable = true
      metrics.watchWritable(async () => false)
    }
    const open = () => prepareDatabase({ ...telemetry, env, now })
    const database = await waitForDatabase(open, { log, onUnavailable, signal })
    const { db } = database
    const canWrite = createCanWrite({ db, now: () => now().getTime() })
    metrics.watchWritable(canWrite)
    if (database.pool) metrics.watchPool(database.pool)

    let isStopping = false
    app = createProductApp({ ...telemetry, db, env, version, now, isStopping: () => isStopping, canWrite })
    const retention = { db, log, measures, days: env.retention, now, delay: retentionDelayMs }
    const stopRetention = startRetention(retention)
    const stop = async (skipDrain: AbortSignal) => {
      isStopping = true
      // From now on, responses ask clients to close their connections.
      requests.announceClose()
      // `sleep` throws only if `skipDrain` ends it.
      await sleep(env.drainSeconds * 1000, undefined, { signal: skipDrain }).catch(() => undefined)
      await stopListening(server, shutdownGraceMs)
      await stopRetention()
      await tracing?.stop()
      await metrics.stop()
      await database.close()
    }
    const origin = env.publicOrigin ?? `http://localhost:${port}`
    return { origin, port, database: database.kind, metricsPort: metrics.port, stop }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    await tracing?.stop()
    throw error
  }
}

/**
 * Listens on the port, opens the database and serves until it is stopped. Throws `OperatorError` if the start
 * fails. The port comes first for two reasons: a port in use is reported immediately, and a supervisor sees
 * that the process is alive, even if migrations take long or the database is unavailable.
 */
export const startServer = async (options: StartOptions): Promise<RunningServer> => {
  const { env, version, now = () => new Date(), signal = new AbortController().signal } = options
  const metrics = await startMetrics({ port: env.metricsPort, host: env.host, version, commit: env.commit })
  try {
    return await serve({ ...options, metrics, now, signal })
  } catch (error) {
    await metrics.stop()
    throw error
  }
}
