import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client, type ClientConfig } from 'pg'
import { migrationsFolder } from '../database.ts'
import { postgresPlace } from '../restore/epochs.ts'
import * as schema from '../schema.ts'
import { asOwner, grantServerRole, type Owner } from './server-role.ts'

/** Any number that nothing else locks: copies that start together apply the migrations one after the other. */
const migrationLock = 7_204_118

/** ms after which a silent database is asked whether it is still there; ten seconds without a reply, and it is not */
const keepAliveInitialDelayMillis = 10_000

/**
 * How long a migration waits for a table. Whoever comes after it waits behind it, so while a backup reads the table
 * it has to leave the queue again, and be tried anew (`wait-for-database.ts`).
 */
const lockTimeout = '2s'

/** Whether every migration was applied: then a role without the right to change tables, or a database that is only read, will do. */
const isCurrent = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as applied")
  if (rows[0]?.applied === null) return false
  const newest = await client.query('select max(created_at) as at from drizzle.__drizzle_migrations')
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  return Number(newest.rows[0]?.at) >= Math.max(...known)
}

/** Does some work by a connection of its own, which may be silent: a migration of a large table may take long. */
const connected = async <T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ ...config, keepAlive: true, keepAliveInitialDelayMillis })
  // Told by the statement that fails.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('set statement_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** In turn with other copies; the lock goes with the connection. */
const applyMigrations = async (client: Client): Promise<void> => {
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  await client.query(`set lock_timeout = '${lockTimeout}'`)
  if (!(await isCurrent(client))) await migrate(drizzle(client, { schema }), { migrationsFolder })
}

type Where = { url: string; owner: Owner | undefined } & Pick<
  ClientConfig,
  'application_name' | 'connectionTimeoutMillis'
>

/** Applies the migrations that the database lacks, by its owner if there is one; returns where the database lies. */
export const migratePostgres = async ({ url, owner, ...config }: Where): Promise<string> => {
  if (owner)
    await connected({ ...config, connectionString: asOwner(url, owner) }, async (client) => {
      await applyMigrations(client)
      await grantServerRole(client, url)
    })
  return connected({ ...config, connectionString: url }, async (client) => {
    await applyMigrations(client)
    return postgresPlace(drizzle(client, { schema }))
  })
}
