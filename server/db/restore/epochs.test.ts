import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database/test-database.ts'
import { readPostgresLocation } from './epochs.ts'

/** Simulates Aurora's write-ahead log: its functions share only their names with PostgreSQL's. */
const asAurora = [
  `create function public.pg_current_wal_lsn() returns pg_lsn language plpgsql as
    $$ begin raise object_not_in_prerequisite_state using message = 'wal_level must be set to ''logical'''; end $$`,
  'set search_path to public, pg_catalog',
]

test('gives a database that does not report its timeline a stable location', async () => {
  const { db, close } = await openTestDatabase('PGlite')
  for (const statement of asAurora) await db.execute(sql.raw(statement))
  await expect(db.execute(sql`select pg_current_wal_lsn()`)).rejects.toThrow('pg_current_wal_lsn')
  const location = await readPostgresLocation(db)
  expect(location).toMatch(/\d+$/)
  expect(await readPostgresLocation(db)).toBe(location)
  await close()
})
