import { fileURLToPath } from 'node:url'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** What both databases and their transactions can do; nothing in the server depends on which one it is. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/** An open database whose migrations have been applied. */
export type OpenDatabase = {
  db: Database
  kind: 'PGlite' | 'PostgreSQL'
  /** Where the database lies: another place after it was restored. */
  place: string
  close: () => Promise<void>
}

/** The folder of migrations that drizzle-kit wrote from `schema.ts`. */
export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))
