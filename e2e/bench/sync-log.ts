import type { SQLWrapper } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { startTestPostgres } from '../../scripts/programs/test-postgres.ts'
import { withPostgres } from '../../scripts/programs/with-postgres.ts'
import { createNoMeasures } from '../../server/metrics/measures.ts'
import { countDevices } from '../../server/resources/devices/overview.ts'
import { createSyncReport } from '../../server/resources/devices/sync-report.ts'
import { toCursor, type DeviceCursor } from '../../server/resources/devices/device-cursor.ts'
import { selectDevicePage } from '../../server/resources/devices/device-query.ts'
import type { Database } from '../../server/db/database.ts'
import { openPostgres, noCallbacks } from '../../server/db/connection/open-postgres.ts'
import * as schema from '../../server/db/schema.ts'
import { fillSyncLog } from '../../server/testing/sync-log/fill-sync-log.ts'
import { createSampleReport } from '../../server/testing/sync-log/sample-report.ts'
import { findScannedTables } from '../../server/testing/database/scanned-tables.ts'
import {
  createExportPage,
  createSyncQueries,
  type Middles,
} from '../../server/testing/sync-log/sync-queries.ts'
import type { DeviceSort } from '../../src/contract/product-api/admin/admin-filters.ts'
import { writeSection } from './shared/results.ts'
import { measure, rounds } from './shared/rounds.ts'
import { table } from './shared/table.ts'

/**
 * Measures every query of the admin pages on a PostgreSQL with as many devices and rows as the product is
 * built for.
 */
const devices = 100_000
const rowsPerDevice = 50
const now = new Date()

const fill = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  // The generated rows satisfy all constraints, and checking five million of them would take minutes.
  await client.query('set session_replication_role = replica')
  await fillSyncLog(drizzle(client, { schema }), { devices, rowsPerDevice, now })
  await client.end()
}

const deviceAt = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

const findMiddles = async (db: Database): Promise<Middles> => {
  const middle = async (sort: DeviceSort): Promise<DeviceCursor> => {
    const half = selectDevicePage(db, { filters: { sort }, cursor: undefined, size: devices / 2, now })
    const last = (await half).at(-1)
    if (!last) throw new Error('The log is empty.')
    return toCursor(last.device, sort)
  }
  return {
    seen: await middle('seen'),
    silent: await middle('silent'),
    oldest: await middle('oldest'),
    pending: await middle('pending'),
    'needs-you': await middle('needs-you'),
    gaps: await middle('gaps'),
  }
}

const measureAll = async (db: Database) => {
  const middles = await findMiddles(db)
  const queriesAt = (round: number): Record<string, PromiseLike<unknown> & SQLWrapper> => {
    const at = 1 + ((round * 7919) % devices)
    const given = { device: deviceAt(at), customer: `customer-${at}`, now, middles }
    return { ...createSyncQueries(db, given), 'export, a page of 500': createExportPage(db, given) }
  }
  const scanned: string[] = []
  const rows: string[][] = []
  for (const [name, query] of Object.entries(queriesAt(0))) {
    for (const table of await findScannedTables(db, query)) scanned.push(`${name}: ${table}`)
    rows.push(await measure(name, async (round) => queriesAt(round)[name]))
  }
  // An overview reads the rows of all devices. The measurement shows that its time is bounded.
  const overviews = [
    await measure('overview', () => countDevices(db, {}, now)),
    await measure('overview of a country', () => countDevices(db, { country: 'MX' }, now)),
    await measure('overview of what has waited over a week', () =>
      countDevices(db, { waiting: 'longer' }, now),
    ),
  ]
  const { syncReport } = createSyncReport({ db, measures: createNoMeasures(), now: () => now })
  const report = await measure('a report with 2 rows', (round) => {
    const [customer, device] = [`customer-${round + 1}`, deviceAt(round + 1)]
    const report = { ...createSampleReport(customer), device }
    for (const row of report.rows) row.id += rowsPerDevice
    return syncReport(report, {
      customer,
      device,
      role: 'coach',
      isInGroup: false,
      secondFactorAt: null,
      hasSecondFactor: false,
      signedInAt: now,
    })
  })
  return { scanned, rows: [...rows, ...overviews, report] }
}

await withPostgres(startTestPostgres, async (postgres) => {
  if ('skipped' in postgres) throw new Error(postgres.skipped)
  const opened = await openPostgres(postgres.url, noCallbacks)
  await fill(postgres.url)
  const { scanned, rows } = await measureAll(opened.db)
  await opened.close()
  if (scanned.length > 0) throw new Error(`Read without an index: ${scanned.join(', ')}`)
  const size = `${devices} devices, ${devices * rowsPerDevice} rows of log, ${rounds} rounds:`
  writeSection('Sync log in PostgreSQL', `${size}\n\n${table(['query', 'p50 ms', 'p95 ms'], rows)}`)
})
