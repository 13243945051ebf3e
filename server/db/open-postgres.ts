import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { StartFailure, messageOf } from '../../node/start-failure.ts'
import { migrationsFolder, type OpenDatabase } from './database.ts'
import { postgresPlace } from './epochs.ts'
import * as schema from './schema.ts'

/** Any number that nothing else locks: copies that start together apply the migrations one after the other. */
const migrationLock = 7_204_118

/** ms to wait for a connection: a request is better refused than left hanging */
const connectionTimeoutMillis = 5000

/** ms; no statement of a request takes long, so one that does is stuck */
const statementTimeout = 15_000

/** Opens PostgreSQL through a pool and applies the migrations. `onLost` is told of every connection that breaks. */
export const openPostgres = async (url: string, onLost: (error: Error) => void): Promise<OpenDatabase> => {
  try {
    await applyMigrations(url)
  } catch (error) {
    throw new StartFailure(`The database at DATABASE_URL cannot be used: ${messageOf(error)}`)
  }
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis,
    statement_timeout: statementTimeout,
  })
  // The pool listens to a connection while it is idle only: one that breaks in the middle of a transaction would be an
  // error that nobody handles, and end the process.
  pool.on('connect', (client) => client.on('error', onLost))
  pool.on('error', () => undefined)
  const db = createDatabase(pool)
  return { db, kind: 'PostgreSQL', place: await postgresPlace(db), close: () => pool.end() }
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

/** By a connection of its own, which has no statement timeout: a migration of a large table, or waiting for one, may take long. */
const applyMigrations = async (url: string) => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis })
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
