import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool, type PoolClient } from 'pg'
import { StartFailure, messageOf } from '../../node/start-failure.ts'
import { migrationsFolder, type OpenDatabase } from './database.ts'
import * as schema from './schema.ts'

/** Any number that nothing else locks: copies that start together apply the migrations one after the other. */
const migrationLock = 7_204_118

const timeouts = {
  /** ms to wait for a connection: a request is better refused than left hanging */
  connectionTimeoutMillis: 5000,
  /** ms; no statement of ours takes long, so one that does is stuck */
  statement_timeout: 15_000,
}

/** Opens PostgreSQL through a pool and applies the migrations. `onLost` hears of an idle connection that broke. */
export const openPostgres = async (url: string, onLost: (error: Error) => void): Promise<OpenDatabase> => {
  const pool = new Pool({ connectionString: url, max: 10, ...timeouts })
  pool.on('error', onLost)
  try {
    await applyMigrations(await pool.connect())
  } catch (error) {
    await pool.end()
    throw new StartFailure(`The database at DATABASE_URL cannot be used: ${messageOf(error)}`)
  }
  return { db: drizzle(pool, { schema }), kind: 'PostgreSQL', close: () => pool.end() }
}

const applyMigrations = async (client: PoolClient) => {
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client, { schema }), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    client.release()
  } catch (error) {
    // A destroyed connection gives its lock back.
    client.release(true)
    throw error
  }
}
