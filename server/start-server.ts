import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { createIdentityTokens } from './auth/identity-tokens.ts'
import { createStorageIdentities } from './auth/storage-identities.ts'
import { addAdmins } from './auth/admins.ts'
import type { Database, OpenDatabase } from './db/database.ts'
import { openPglite } from './db/open-pglite.ts'
import { openPostgres } from './db/open-postgres.ts'
import { createLog, type Log } from './http/log.ts'
import type { ServerEnv } from './server-env.ts'
import { listen, stopListening } from '../node/listen.ts'

/** ms */
const timeouts = {
  headersTimeout: 15_000,
  /** A body of 64 KiB gets through in this time on the worst connection that is any use. */
  requestTimeout: 60_000,
  /** Longer than the 60 s of usual load balancers, which would otherwise use a connection we just closed. */
  keepAliveTimeout: 65_000,
}

/** ms that requests under way get to finish when the server stops */
const shutdownGrace = 10_000

export type RunningServer = {
  origin: string
  database: OpenDatabase['kind']
  /** Lets requests under way finish, then closes the database. */
  stop: () => Promise<void>
}

const openDatabase = ({ databaseUrl, dataDir }: ServerEnv, log: Log): Promise<OpenDatabase> =>
  databaseUrl === undefined
    ? openPglite(dataDir)
    : openPostgres(databaseUrl, (error) => log.error('database connection lost', error))

export type StartOptions = {
  env: ServerEnv
  version: string
  writeLog: (line: string) => void
  now?: () => Date
}

type ListenerDeps = { db: Database; env: ServerEnv; version: string; log: Log; now: () => Date }

const createListener = ({ db, env, version, log, now }: ListenerDeps) => {
  const { services, developer } = env
  const app = createApp({
    db,
    identity: createIdentityTokens(services),
    storageIdentities: createStorageIdentities({
      env: services,
      developer,
      fetch: (url, init) => fetch(url, init),
      now,
    }),
    log,
    now,
    settings: { ...env, version },
  })
  return getRequestListener(app.fetch)
}

/**
 * Takes the port, opens the database and serves until it is stopped; throws `StartFailure` when it cannot. The port
 * comes first because a port in use is found out at once; what arrives before the database is open waits for it.
 */
export const startServer = async (options: StartOptions): Promise<RunningServer> => {
  const { env, version, writeLog, now = () => new Date() } = options
  const log = createLog({ level: env.logLevel, write: writeLog, now })
  if (!existsSync(join(env.staticDir, 'index.html'))) {
    log.warn('there is no built site, only the API is served', { staticDir: env.staticDir })
  }
  if (!env.developer) {
    log.warn('there is no STORAGE_DEVELOPER_KEY_ID, coaches of the loyalty provider cannot store files')
  }
  const opened = Promise.withResolvers<ReturnType<typeof createListener>>()
  const server = createServer(timeouts, (incoming, outgoing) => {
    void opened.promise.then((listener) => listener(incoming, outgoing))
  })
  const port = await listen(server, { port: env.port, host: env.host, variable: 'PORT' })
  try {
    const database = await openDatabase(env, log)
    await addAdmins(database.db, env.admins)
    opened.resolve(createListener({ db: database.db, env, version, log, now }))
    const stop = async () => {
      await stopListening(server, shutdownGrace)
      await database.close()
    }
    return { origin: env.publicOrigin ?? `http://localhost:${port}`, database: database.kind, stop }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
}
