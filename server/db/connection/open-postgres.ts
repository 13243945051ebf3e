import { Socket } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { StartFailure, messageOf } from '../../../node/start-failure.ts'
import type { OpenDatabase } from '../database.ts'
import { databaseError } from './database-away.ts'
import * as schema from '../schema.ts'
import { migratePostgres } from './migrate-postgres.ts'
import type { Owner } from './server-role.ts'
import { shareConnections } from './share-connections.ts'
import { timeStatements, type OnStatement } from './time-statements.ts'
import { traceWaiting, type TraceDatabase } from './trace-waiting.ts'

/** By which `pg_stat_activity` tells the copies apart; `application_name` in the URL wins. PostgreSQL cuts it off at 63 bytes. */
const application_name = `breaking-barriers ${hostname().slice(0, 36)} ${process.pid}`

/** What an operator may choose (`server-env.ts`). */
export type PostgresLimits = {
  /** Of a copy, at most. */
  connections: number
  /** s to wait for a connection: a request is better refused than left hanging */
  connect: number
  /** s; no statement of a request takes long, so one that does is stuck */
  statement: number
}

export const usualLimits: PostgresLimits = { connections: 10, connect: 5, statement: 15 }

/** With the role that applies the migrations; absent, the URL's own does. */
type PostgresOptions = PostgresLimits & { owner?: Owner | undefined }

/** ms that a statement is over before its connection counts as silent: the database ends every statement, if it is there */
const silence = 2000

/** ms that connections in use get when the server stops: the requests that used them have been cut off by then */
const closeTimeout = 3000

/**
 * A machine that vanishes closes no connection, and the operating system takes a quarter of an hour to give one up. An idle
 * connection leaves the pool before it is silent for so long.
 */
const createSocket = (timeout: number) => {
  const socket = new Socket()
  const giveUp = () => socket.destroy(new Error('The database has fallen silent.'))
  return socket.setTimeout(timeout, giveUp)
}

/** Who is told of every connection that breaks, of every statement, and of what traced requests do. */
export type Watch = {
  onLost: (error: Error) => void
  onStatement: OnStatement
  trace?: TraceDatabase | undefined
}

export const unwatched: Watch = { onLost: () => undefined, onStatement: () => undefined }

/**
 * Opens PostgreSQL through a pool and applies the migrations. Whether the way there is encrypted, and whose certificate is
 * believed, says the URL, as it does to PostgreSQL's own tools: `sslmode=verify-full&sslrootcert=<file>`.
 */
export const openPostgres = async (
  url: string,
  { onLost, onStatement, trace }: Watch,
  { connections: most, connect, statement, owner }: PostgresOptions = usualLimits,
): Promise<OpenDatabase> => {
  const connectionTimeoutMillis = connect * 1000
  const statementTimeout = statement * 1000
  const migrating = migratePostgres({ url, owner, application_name, connectionTimeoutMillis })
  const place = await migrating.catch((error: unknown) => {
    const reason = messageOf(databaseError(error))
    throw new StartFailure(`The database at DATABASE_URL cannot be used: ${reason}`, { cause: error })
  })
  const pool = shareConnections(
    new Pool({
      connectionString: url,
      application_name,
      max: most,
      connectionTimeoutMillis,
      statement_timeout: statementTimeout,
      // A copy that has vanished commits nothing any more, and shall not lock anything either.
      idle_in_transaction_session_timeout: statementTimeout,
      stream: () => createSocket(statementTimeout + silence),
    }),
  )
  // The pool listens to a connection while it is idle only: one that breaks in the middle of a transaction would be an
  // error that nobody handles, and end the process.
  pool.on('connect', (client) => timeStatements(client, onStatement, trace?.statement).on('error', onLost))
  pool.on('error', () => undefined)
  if (trace) traceWaiting(pool, trace)
  const db = createDatabase(pool)
  // The database rolls back what is cut off.
  const close = () => Promise.race([pool.end(), sleep(closeTimeout, undefined, { ref: false })])
  const state = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most,
  })
  return { db, kind: 'PostgreSQL', place, pool: state, close }
}

const createDatabase = (pool: Pool) => {
  const db = drizzle(pool, { schema })
  // Drizzle's own transaction on a pool never gives the connection back when `begin` fails on it: as many of those as the
  // pool has connections, and nothing can be written any more.
  const transaction: typeof db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client, { schema }).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return Object.assign(db, { transaction })
}
