import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { StartFailure, messageOf } from '../../node/start-failure.ts'
import { migrationsFolder, type OpenDatabase } from './database.ts'
import { postgresPlace } from './epochs.ts'
import * as schema from './schema.ts'
import { timeStatements, type OnStatement } from './time-statements.ts'

/** Any number that nothing else locks: copies that start together apply the migrations one after the other. */
const migrationLock = 7_204_118

/** ms to wait for a connection: a request is better refused than left hanging */
const connectionTimeoutMillis = 5000

/** ms; no statement of a request takes long, so one that does is stuck */
const statementTimeout = 15_000

/** ms; the database ends every statement before, so nobody is left at the other end of a connection that says nothing for so long */
const silenceTimeout = statementTimeout + 2000

/** ms that connections in use get when the server stops: the requests that used them have been cut off by then */
const closeTimeout = 3000

/**
 * A machine that vanishes closes no connection, and the operating system takes a quarter of an hour to give one up. An idle
 * connection leaves the pool before it is silent for so long.
 */
const createSocket = () => {
  const socket = new Socket()
  const giveUp = () => socket.destroy(new Error('The database has fallen silent.'))
  return socket.setTimeout(silenceTimeout, giveUp)
}

/** Who is told of every connection that breaks, and of every statement of a request. */
export type Watch = { onLost: (error: Error) => void; onStatement: OnStatement }

export const unwatched: Watch = { onLost: () => undefined, onStatement: () => undefined }

/** Connections of a copy at most. */
const most = 10

/** Opens PostgreSQL through a pool and applies the migrations. */
export const openPostgres = async (url: string, { onLost, onStatement }: Watch): Promise<OpenDatabase> => {
  try {
    await applyMigrations(url)
  } catch (error) {
    throw new StartFailure(`The database at DATABASE_URL cannot be used: ${messageOf(error)}`)
  }
  const pool = new Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis,
    statement_timeout: statementTimeout,
    // A copy that has vanished commits nothing any more, and shall not lock anything either.
    idle_in_transaction_session_timeout: statementTimeout,
    stream: createSocket,
  })
  // The pool listens to a connection while it is idle only: one that breaks in the middle of a transaction would be an
  // error that nobody handles, and end the process.
  pool.on('connect', (client) => timeStatements(client, onStatement).on('error', onLost))
  pool.on('error', () => undefined)
  const db = createDatabase(pool)
  // The database rolls back what is cut off.
  const close = () => Promise.race([pool.end(), sleep(closeTimeout, undefined, { ref: false })])
  const state = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most,
  })
  return { db, kind: 'PostgreSQL', place: await postgresPlace(db), pool: state, close }
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

/** ms after which a silent database is asked whether it is still there; ten seconds without a reply, and it is not */
const keepAliveInitialDelayMillis = 10_000

/** By a connection of its own, which may be silent: a migration of a large table, or waiting for one, may take long. */
const applyMigrations = async (url: string) => {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis,
  })
  // Told by the statement that fails.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client, { schema }), { migrationsFolder })
  } finally {
    // Gives the lock back.
    await client.end()
  }
}
