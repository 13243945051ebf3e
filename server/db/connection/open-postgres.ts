import { Socket } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { OperatorError, getErrorMessage } from '../../../node/operator-error.ts'
import type { OpenDatabase } from '../database.ts'
import * as schema from '../schema.ts'
import { unwrapDatabaseError } from './database-unavailable.ts'
import { migratePostgres } from './migrate-postgres.ts'
import type { Owner } from './server-role.ts'
import { shareConnections } from './share-connections.ts'
import { timeStatements, type OnStatement } from './time-statements.ts'
import { traceWaiting, type TraceDatabase } from './trace-waiting.ts'

/**
 * Identifies the instance in `pg_stat_activity`. `application_name` in the URL takes precedence. PostgreSQL
 * cuts the name off after 63 bytes, so the host name gets 36.
 */
const application_name = `breaking-barriers ${hostname().slice(0, 36)} ${process.pid}`

/** Limits that an operator can set (`server-env.ts`). */
export type PostgresLimits = {
  /** Maximum number of connections of one instance. */
  maxConnections: number
  /** Time to wait for a connection. Rejecting a request is better than leaving it hanging. */
  connectSeconds: number
  /** Statement timeout. The statements of requests are short, so one that runs longer is stuck. */
  statementSeconds: number
}

export const defaultLimits: PostgresLimits = { maxConnections: 10, connectSeconds: 5, statementSeconds: 8 }

/** `owner`: the role that applies the migrations. Defaults to the role of the URL. */
type PostgresOptions = PostgresLimits & { owner?: Owner | undefined }

export type DatabaseCallbacks = {
  /** Called when a connection breaks. */
  onLost: (error: Error) => void
  onStatement: OnStatement
  /** Traces the database work of requests. */
  trace?: TraceDatabase | undefined
}

export const noCallbacks: DatabaseCallbacks = { onLost: () => undefined, onStatement: () => undefined }

/**
 * Time after the statement timeout until a connection is treated as silent. A live database ends every
 * statement before that.
 */
const silenceMarginMs = 2000

/** How long an idle connection stays in the pool: the default of `pg`. */
const defaultIdleTimeoutMs = 10_000

/** How long a stopping server waits for busy connections. Their requests have already been cut off. */
const closeTimeoutMs = 3000

/**
 * Creates a socket that fails after some silence. A machine that disappears does not close its connections,
 * and the operating system gives them up only after a quarter of an hour.
 */
const createSocket = (silenceMs: number) => {
  const socket = new Socket()
  const onSilence = () => socket.destroy(new Error('The database does not respond.'))
  return socket.setTimeout(silenceMs, onSilence)
}

const createPool = (
  url: string,
  { maxConnections, connectSeconds, statementSeconds }: PostgresLimits,
): Pool => {
  const statementTimeoutMs = statementSeconds * 1000
  return new Pool({
    connectionString: url,
    application_name,
    max: maxConnections,
    connectionTimeoutMillis: connectSeconds * 1000,
    // An idle connection must leave the pool before its socket fails because of its silence.
    idleTimeoutMillis: Math.min(defaultIdleTimeoutMs, statementTimeoutMs),
    statement_timeout: statementTimeoutMs,
    // An instance whose machine has disappeared never commits, so it must not keep its locks.
    idle_in_transaction_session_timeout: statementTimeoutMs,
    stream: () => createSocket(statementTimeoutMs + silenceMarginMs),
  })
}

/** Connects Drizzle to a pool. */
const createDatabase = (pool: Pool) => {
  const db = drizzle(pool, { schema })
  // Drizzle's own transaction on a pool never releases the connection if `begin` fails on it. After as many
  // failures as the pool has connections, nothing could be written.
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

/**
 * Opens PostgreSQL through a pool and applies the migrations. The URL sets encryption and the trusted
 * certificate, as for PostgreSQL's own tools: `sslmode=verify-full&sslrootcert=<file>`.
 */
export const openPostgres = async (
  url: string,
  { onLost, onStatement, trace }: DatabaseCallbacks,
  { owner, ...limits }: PostgresOptions = defaultLimits,
): Promise<OpenDatabase> => {
  const location = await migratePostgres({
    url,
    owner,
    application_name,
    connectionTimeoutMillis: limits.connectSeconds * 1000,
  }).catch((error: unknown) => {
    const reason = getErrorMessage(unwrapDatabaseError(error))
    throw new OperatorError(`The database at DATABASE_URL cannot be used: ${reason}`, { cause: error })
  })
  const pool = shareConnections(createPool(url, limits))
  // The pool listens only to idle connections. If a connection broke in the middle of a transaction, its
  // unhandled error would end the process.
  pool.on('connect', (client) =>
    timeStatements(client, onStatement, trace?.traceStatement).on('error', onLost),
  )
  // Without a listener, the error of an idle connection would end the process. `onLost` already reports it.
  pool.on('error', () => undefined)
  if (trace) traceWaiting(pool, trace)
  const db = createDatabase(pool)
  // Does not wait longer for stuck connections, because the database rolls back their transactions.
  const close = () => Promise.race([pool.end(), sleep(closeTimeoutMs, undefined, { ref: false })])
  const getPoolState = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: limits.maxConnections,
  })
  return { db, kind: 'PostgreSQL', location, pool: getPoolState, close }
}
