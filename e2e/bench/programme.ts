import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { startTestPostgres } from '../../scripts/programs/test-postgres.ts'
import { withPostgres } from '../../scripts/programs/with-postgres.ts'
import type { Database } from '../../server/db/database.ts'
import { openPostgres, noCallbacks } from '../../server/db/connection/open-postgres.ts'
import * as schema from '../../server/db/schema.ts'
import { fillProgramme } from '../../server/testing/programme/fill-programme.ts'
import { createProgrammeQueries } from '../../server/testing/programme/programme-queries.ts'
import { measure, rounds } from './shared/rounds.ts'
import { writeSection } from './shared/results.ts'
import { table } from './shared/table.ts'

/**
 * Measures every query of the Programme page on a PostgreSQL with as many coaches and events as the product
 * is built for.
 */
const coaches = 200_000
const events = 2_000_000
const now = new Date()
/** The maximum p95 of a query, in ms. */
const limit = 150

const fill = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  // The generated rows satisfy all constraints, and checking millions of them would take minutes.
  await client.query('set session_replication_role = replica')
  try {
    await fillProgramme(drizzle(client, { schema }), { coaches, events, now })
  } finally {
    await client.end()
  }
}

const measureAll = async (db: Database): Promise<string[][]> => {
  const season = String(now.getUTCFullYear() - 1)
  const rows: string[][] = []
  for (const name of Object.keys(createProgrammeQueries(db, season)))
    rows.push(
      await measure(
        name,
        async () => Object.entries(createProgrammeQueries(db, season)).find(([key]) => key === name)?.[1],
      ),
    )
  const facts = (at: number) => db.execute(sql`select * from programme_facts_of(${`customer-${at}`})`)
  rows.push(await measure('what one coach adds (twice in a delivery)', async (at) => facts(1 + at * 2000)))
  return rows
}

await withPostgres(startTestPostgres, async (postgres) => {
  if ('skipped' in postgres) throw new Error(postgres.skipped)
  const opened = await openPostgres(postgres.url, noCallbacks)
  await fill(postgres.url)
  const rows = await measureAll(opened.db)
  await opened.close()
  const size = `${coaches} coaches, ${events} events, ${rounds} rounds:`
  writeSection('Programme in PostgreSQL', `${size}\n\n${table(['query', 'p50 ms', 'p95 ms'], rows)}`)
  const slow = rows.filter(([, , p95]) => Number(p95) >= limit).map(([name]) => name)
  if (slow.length > 0) throw new Error(`Slower than ${limit} ms: ${slow.join(', ')}`)
})
