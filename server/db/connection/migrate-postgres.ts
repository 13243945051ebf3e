import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client, type ClientConfig } from 'pg'
import { migrationsFolder } from '../database.ts'
import { readPostgresLocation } from '../restore/epochs.ts'
import * as schema from '../schema.ts'
import { grantServerRole, createOwnerUrl, type Owner } from './server-role.ts'

/** An arbitrary number that nothing else locks. Instances that start together take turns to migrate. */
const migrationLock = 7_204_118

/**
 * How long a connection is silent before keep-alive probes are sent. If the database does not reply to them,
 * the connection is closed.
 */
const keepAliveInitialDelayMillis = 10_000

/**
 * How long a migration waits for the lock of a table. All later statements on the table wait behind the
 * migration. If a backup reads the table, the migration must therefore give up and try again later
 * (`wait-for-database.ts`).
 */
const lockTimeout = '2s'

/** Whether every migration has been applied. If so, a restricted role or a read-only database is enough. */
const isUpToDate = async (client: Client): Promise<boolean> => {
  const table = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name")
  if (table.rows[0]?.name === null) return false
  // Drizzle identifies a migration by the time when it was generated, and stores that time as `created_at`.
  const applied = await client.query('select max(created_at) as newest from drizzle.__drizzle_migrations')
  const availableTimes = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  return Number(applied.rows[0]?.newest) >= Math.max(...availableTimes)
}

/** Runs work on its own connection without a statement timeout: migrating a large table may take long. */
const withConnection = async <T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ ...config, keepAlive: true, keepAliveInitialDelayMillis })
  // Without a listener, a lost connection would end the process. The statement that fails reports the error.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('set statement_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Applies the missing migrations, one instance at a time. The lock ends with the connection. */
const applyMigrations = async (client: Client): Promise<void> => {
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  // Set only now, because the wait for an instance that is migrating must not time out.
  await client.query(`set lock_timeout = '${lockTimeout}'`)
  if (!(await isUpToDate(client))) await migrate(drizzle(client, { schema }), { migrationsFolder })
}

type MigrateOptions = { url: string; owner: Owner | undefined } & Pick<
  ClientConfig,
  'application_name' | 'connectionTimeoutMillis'
>

/**
 * Applies the missing migrations, as the owner of the tables if there is one. Returns the *location* of the
 * database, which the server uses to notice a restored database (`epochs.ts`).
 */
export const migratePostgres = async ({ url, owner, ...config }: MigrateOptions): Promise<string> => {
  if (owner)
    await withConnection({ ...config, connectionString: createOwnerUrl(url, owner) }, async (client) => {
      await applyMigrations(client)
      await grantServerRole(client, url)
    })
  // If the owner has applied the migrations, none is missing here.
  return withConnection({ ...config, connectionString: url }, async (client) => {
    await applyMigrations(client)
    return readPostgresLocation(drizzle(client, { schema }))
  })
}
