import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { startTestPostgres } from '../../scripts/programs/test-postgres.ts'
import { withPostgres } from '../../scripts/programs/with-postgres.ts'
import { findReplays } from '../../server/api/deliver.ts'
import { createReceiptKeys } from '../../server/api/sign-receipt.ts'
import { createWriteEntries, type NewEntry } from '../../server/api/write-entries.ts'
import type { Database } from '../../server/db/database.ts'
import { ensureEpoch } from '../../server/db/restore/epochs.ts'
import { openPostgres, noCallbacks } from '../../server/db/connection/open-postgres.ts'
import { events } from '../../server/db/schema.ts'
import { selectLogPage } from '../../server/resources/devices/log-query.ts'
import { deleteExpired } from '../../server/retention/delete-expired.ts'
import { coaches, toCustomerId, toDeviceId, fillGrowth, toKey, logDays, type Layout } from './fill-growth.ts'
import { writeSection } from './shared/results.ts'
import { measure } from './shared/rounds.ts'
import { table } from './shared/table.ts'

/**
 * Measures the cost of the two largest tables with the product's own code: as one table each, as in the
 * product, and partitioned by month.
 */
const millions = Number(process.argv[2] ?? 25)
const now = new Date()

const layouts: Record<string, Layout> = {
  '1 million rows each': { rows: 1_000_000, byMonth: false },
  [`${millions} million each`]: { rows: millions * 1_000_000, byMonth: false },
  [`${millions} million each, by month`]: { rows: millions * 1_000_000, byMonth: true },
}

/** Scattered row numbers, the same for every layout. */
const numberAt = (round: number, rows: number): number => 1 + ((round * 7_919_333) % rows)

const measureSizes = async (client: Client, name: string): Promise<string> => {
  const { rows } = await client.query<{ rows: string; indexes: string }>(
    `select round(sum(pg_table_size(oid)) / 1e9, 1) rows, round(sum(pg_indexes_size(oid)) / 1e9, 1) indexes
     from pg_class where relkind = 'r' and relname ~ $1`,
    [`^${name}(_[0-9]+)?$`],
  )
  return `${rows[0]?.rows} + ${rows[0]?.indexes}`
}

const createEntry = (customer: string): NewEntry => ({
  received: {
    call: 'events',
    customer,
    key: randomUUID(),
    hash: '0'.repeat(64),
    version: 1,
    readBody: () => Promise.reject(new Error('Nothing reads this body.')),
  },
  effect: {
    listAdditions: ({ sequence, receivedAt }) => {
      const values = { sequence, customerId: customer, eventId: 3, value: 'x', receivedAt }
      return [{ row: { table: events, values } }]
    },
  },
})

/** The cost of deliveries and the log for a request: p50 and p95 over all rounds, in ms. */
const measureRequests = async (db: Database, rows: number): Promise<string[][]> => {
  const writeEntries = createWriteEntries({ db, now: () => now, storeModuleChanges: () => Promise.resolve() })
  const signingKey = await createReceiptKeys({ db, now: () => now }).getSigningKey()
  const lookUp = (number: number, key: string) => {
    const customer = toCustomerId(number)
    return findReplays({ db, now: () => now }, customer, [{ call: 'events', key, hash: '' }])
  }
  const write = (round: number, count: number) => {
    const customer = toCustomerId(numberAt(round, rows))
    return writeEntries(
      customer,
      Array.from({ length: count }, () => createEntry(customer)),
      signingKey,
    )
  }
  const page = (number: number) =>
    selectLogPage(db, { device: toDeviceId(number), before: undefined, size: 101 })
  await write(61, 1)
  return [
    await measure('look a key up that is there', (round) => {
      const number = numberAt(round, rows)
      return lookUp(number, toKey(number))
    }),
    await measure('look a key up that is new', (round) => lookUp(numberAt(round, rows), randomUUID())),
    await measure('write 1 delivery', (round) => write(round, 1)),
    await measure('write 50 deliveries together', (round) => write(round, 50)),
    await measure('a page of the log of a device', async (round) => page(numberAt(round, rows))),
  ]
}

/** Deletes the rows that expired within one day. Returns the number of rows and the time. */
const measureRetention = async (db: Database): Promise<string> => {
  let deleted = 0
  const before = performance.now()
  await deleteExpired({
    db,
    now: () => now,
    days: { syncLog: logDays - 1, replacedAnswers: 400 },
    onDeleted: ({ rows }) => void (deleted += rows),
    signal: new AbortController().signal,
  })
  const seconds = (performance.now() - before) / 1000
  return `${deleted} in ${seconds.toFixed(1)} s`
}

/** Drops the rows of one month, as retention could do with partitions. */
const dropMonth = async (db: Database): Promise<string> => {
  const before = performance.now()
  await db.execute(sql`drop table sync_log_12`)
  return `${(performance.now() - before).toFixed(0)} ms`
}

const measureLayout = async (url: string, layout: Layout): Promise<[name: string, cell: string][]> => {
  const connect = async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client
  }
  const { db, location, close } = await openPostgres(url, noCallbacks)
  const client = await connect()
  const built = await fillGrowth(connect, layout)
  await ensureEpoch(db, location, now)
  const sizes = {
    deliveries: await measureSizes(client, 'deliveries'),
    log: await measureSizes(client, 'sync_log'),
  }
  const requests = await measureRequests(db, layout.rows)
  // Retention identifies rows by `ctid`, which is not unique across partitions. There it would delete rows
  // that have not expired.
  const retention = layout.byMonth ? '–' : await measureRetention(db)
  const dropped = layout.byMonth ? await dropMonth(db) : '–'
  await client.end()
  await close()
  return [
    ['deliveries: rows + indexes, GB', sizes.deliveries],
    ['sync log: rows + indexes, GB', sizes.log],
    ['deliveries: build the index of the key, s', built.deliveries.toFixed(0)],
    ['sync log: build the index of the key, s', built.log.toFixed(0)],
    ...requests.map(([name = '', p50, p95]): [string, string] => [`${name}, ms`, `${p50} / ${p95}`]),
    ['sync log: delete the rows of a day', retention],
    ['sync log: drop the rows of a month', dropped],
  ]
}

await withPostgres(startTestPostgres, async (postgres) => {
  if ('skipped' in postgres) throw new Error(postgres.skipped)
  const admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  const columns: [name: string, cell: string][][] = []
  for (const [name, layout] of Object.entries(layouts)) {
    await admin.query('create database growing')
    const url = new URL(postgres.url)
    url.pathname = '/growing'
    const before = performance.now()
    columns.push(await measureLayout(url.href, layout))
    console.log(`${name}: ${Math.round((performance.now() - before) / 1000)} s`)
    // Drops each database after its measurement, so that the disk does not have to hold all of them.
    await admin.query('drop database growing')
  }
  await admin.end()
  const rows = (columns[0] ?? []).map(([name], at) =>
    [name].concat(columns.map((cells) => cells[at]?.[1] ?? '')),
  )
  const size = `Deliveries of two years and a sync log of ${logDays} days, ${coaches} coaches. Times are p50 / p95 of 60 rounds. A device has one row of log for each ${coaches} of them, and a page has 101 at most:`
  writeSection('Growth in PostgreSQL', `${size}\n\n${table(['', ...Object.keys(layouts)], rows)}`)
})
