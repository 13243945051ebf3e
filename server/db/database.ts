import { fileURLToPath } from 'node:url'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** What both databases and their transactions can do; nothing in the server depends on which one it is. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/** The connections that a copy of the server has to its database. */
export type PoolState = { used: number; idle: number; waiting: number; most: number }

/** An open database whose migrations have been applied. */
export type OpenDatabase = {
  db: Database
  kind: 'PGlite' | 'PostgreSQL'
  /** Where the database lies: another place after it was restored. */
  place: string
  /** Absent with PGlite, which has no connections. */
  pool?: () => PoolState
  close: () => Promise<void>
}

/** The folder of migrations that drizzle-kit wrote from `schema.ts`. */
export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))
