import { fileURLToPath } from 'node:url'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/**
 * The common interface of both databases and their transactions. The rest of the server does not depend on
 * which of them is open.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/** The connections of an instance of the server to its database. */
export type PoolState = { used: number; idle: number; waiting: number; max: number }

/** An open database with all migrations applied. */
export type OpenDatabase = {
  db: Database
  kind: 'PGlite' | 'PostgreSQL'
  /** Identifies where the database stores its data. A restored database has another location. */
  location: string
  /** Absent with PGlite, which has no connections. */
  pool?: () => PoolState
  close: () => Promise<void>
}

/** The migrations that drizzle-kit generated from `schema.ts`. */
export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))
