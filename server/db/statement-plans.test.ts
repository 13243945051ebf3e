import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { getTableName } from 'drizzle-orm/table'
import { expect, onTestFinished, test } from 'vitest'
import { createCertificateNumber } from '../../src/contract/certificate-number.ts'
import { productApi, type CallName, type ProductApi } from '../../src/contract/product-api.ts'
import { schemaVersion } from '../../src/contract/schema-version.ts'
import { isOutboxCall, type AdminCall } from '../api/handler.ts'
import { deleteExpired } from '../retention/delete-expired.ts'
import { fillAccount } from '../testing/fill-account.ts'
import { fillEveryTable } from '../testing/database/fill-every-table.ts'
import { createSampleBodies } from '../testing/sample-bodies.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { signInAdmin } from '../testing/sync-log/sync-fixtures.ts'
import { watchPlans, type Read } from '../testing/database/watch-plans.ts'
import { createCanWrite } from './connection/can-write.ts'
import { ensureEpoch } from './restore/epochs.ts'
import { eraseRestored } from './customers/erase-customer.ts'
import { tablesWithoutPersonalData, personalTables } from './customers/personal-tables.ts'

/** Tables that stay small, regardless of the number of coaches and of time. */
const small: Readonly<Record<string, string>> = {
  admins: 'a list by hand',
  roles: 'grows with the people who run the programme, not with coaches',
  role_changes: 'grows with the people who run the programme, not with coaches',
  epochs: 'one row, and one more for each restored backup',
  receipt_keys: 'twelve rows a year',
  write_probe: 'always empty',
  app_errors: 'filled no further than 5,000 rows',
  app_vitals: 'grows with days, routes and buckets, not with coaches (decision 063)',
  programme_totals:
    'grows with months and questions, not with coaches; its queries are in query plans of their own',
}

/** Statements that may scan a large table, with reasons. */
const exceptions: readonly { statement: RegExp; tables: readonly string[]; why: string }[] = [
  {
    statement: /^select distinct "customers"\."id" from "customers" inner join "erasures"/,
    tables: ['customers', 'erasures'],
    why: 'once at each start: whom a backup brought back can only be found by the hash of every id',
  },
  {
    statement: /^select count\(\*\) filter \(where .* from "devices"/,
    tables: ['devices'],
    why: 'an admin wants to know how many there are of each age, of all devices: measured at 100,000 (decision 067)',
  },
]

const coaches = 5000
const season = '2025'
const device = '00000000-0000-4000-8000-000000000300'

type AdminQuery = { [N in AdminCall]: ProductApi[N]['method'] extends 'GET' ? N : never }[AdminCall]

/** The queries of admins, each with every kind of filter. */
const adminQueries: Record<AdminQuery, readonly string[]> = {
  export: ['?country=MX'],
  syncDevices: [
    '',
    '?sort=silent',
    '?sort=oldest',
    '?sort=pending&country=MX',
    '?sort=needs-you&needs_you=1',
    '?sort=gaps&gaps=1',
    '?version=0.7.0',
    '?silent_days=30',
    '?seen=week&sort=pending',
    '?waiting=longer',
    '?error=invalid-body',
    '?who=customer-300',
    `?who=${device}`,
  ],
  roles: [''],
  syncDevice: [`?device=${device}`, `?device=${device}&before=2`],
  syncVersions: [''],
  syncOverview: [
    '',
    '?country=MX&version=0.7.0',
    '?needs_you=1&gaps=1',
    '?seen=month',
    '?waiting=longer&silent_days=30',
    '?error=invalid-body',
    '?who=customer-300',
  ],
  syncExport: ['', '?country=NZ&sort=pending'],
  appHealthOverview: ['', '?days=7', '?days=90'],
  programme: [`?season=${season}`, `?season=${season}&country=MX&series=football`],
  programmeAnswers: [
    `?season=${season}&module=training-1`,
    `?season=${season}&module=training-1&locale=es-US`,
  ],
  programmeTexts: [
    `?season=${season}&module=training-1&question=q3`,
    `?season=${season}&module=training-1&question=q3&country=NZ`,
    `?season=${season}&module=training-1&question=q3&locale=es-US`,
  ],
  programmeExport: [''],
}

const expectDone = async (name: string, response: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await response
  expect([name, status, status === 200 || body]).toEqual([name, 200, true])
}

const readAsAdmin = async (api: TestApp) => {
  const admin = await signInAdmin(api)
  for (const [name, queries] of Object.entries(adminQueries)) {
    const path = productApi[name as keyof typeof adminQueries].path
    for (const query of queries) await expectDone(path + query, admin.get(path + query))
  }
  const rescued = {
    device: randomUUID(),
    seq: 1,
    key: randomUUID(),
    call: 'newFields',
    schema: schemaVersion,
  }
  const body = JSON.stringify({ customer_id: 'customer-78', fields: { shirt: 'M' } })
  await expectDone(
    'rescue',
    admin.post('/api/rescue-entry', { ...rescued, customer_id: 'customer-78', body }),
  )
  await expectDone(
    'role',
    admin.post('/api/give-role', { customer_id: 'customer-78', role: 'viewer', former: 'coach' }),
  )
  await expectDone(
    'erase',
    admin.post('/api/erase-customer', { customer_id: 'customer-79', reason: 'asked' }),
  )
}

/** Calls that begin or end a session, or end the account. */
const apart: ReadonlySet<CallName> = new Set(['login', 'logout', 'resetTokens', 'eraseAccount'])

/** Sends everything that a coach's app sends, then the same entries again. */
const useAsCoach = async (api: TestApp) => {
  // Fills a row in every table, from two phones.
  const { customer } = await fillAccount(api, 'customer-77')
  const samples = await createSampleBodies(api.identity, customer)
  const coach = api.client()
  await coach.signIn(customer)
  const call = (name: keyof typeof samples) => {
    const options = isOutboxCall(name) ? { key: randomUUID() } : {}
    return coach.post(productApi[name].path, samples[name], options)
  }
  const names = Object.keys(samples) as (keyof typeof samples)[]
  for (const name of names.filter((one) => !apart.has(one))) await expectDone(name, call(name))
  const key = randomUUID()
  for (let time = 0; time < 2; time += 1)
    await expectDone('a replay', coach.post('/api/events', samples.events, { key }))
  const number = createCertificateNumber(() => 0)
  for (const path of ['/api/receipt-keys', `/api/verify-certificate?number=${number}`])
    await expectDone(path, coach.get(path))
  for (const name of ['logout', 'resetTokens', 'eraseAccount'] as const) await expectDone(name, call(name))
}

/** Runs what an instance of the server does on its own. */
const runTheServer = async ({ database: { db, location } }: TestApp) => {
  const now = () => new Date()
  await ensureEpoch(db, location, now())
  await eraseRestored(db, now)
  await createCanWrite({ db, now: Date.now })()
  const days = { syncLog: 400, replacedAnswers: 400 }
  const { signal } = new AbortController()
  await deleteExpired({ db, now, days, onDeleted: () => undefined, signal })
}

const isAllowed = ({ table, statement }: Read): boolean =>
  table in small || exceptions.some((one) => one.statement.test(statement) && one.tables.includes(table))

test.runIf(process.env['TEST_DATABASE_URL'])(
  'no statement of the server scans a whole large table (PostgreSQL only)',
  async () => {
    const api = await startTestApp('PostgreSQL')
    onTestFinished(() => api.stop())
    const { db } = api.database
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      await fillEveryTable(tx, coaches, new Date())
    })
    const all = await watchPlans(db)
    await db.execute(sql`select * from sync_log where name = 'nothing'`)
    // The check finds a scan without an index.
    expect(all.filter(({ whole }) => whole).map(({ table }) => table)).toEqual(['sync_log'])
    const before = all.length
    await runTheServer(api)
    await readAsAdmin(api)
    await useAsCoach(api)
    const reads = all.slice(before)
    const wrong = reads.filter((read) => read.whole && !isAllowed(read))
    expect([...new Set(wrong.map(({ table, statement }) => `${table}: ${statement}`))]).toEqual([])
    const tables = [...personalTables.map(({ table }) => table), ...tablesWithoutPersonalData.keys()].map(
      getTableName,
    )
    const large = tables.filter((table) => !(table in small))
    const filled = await Promise.all(
      large.map(async (table) => [table, await db.$count(sql.identifier(table))] as const),
    )
    expect(filled.filter(([, rows]) => rows < coaches / 10)).toEqual([])
    // Each large table was read, so a scan of it would have been found.
    expect(large.filter((table) => !reads.some((read) => read.table === table))).toEqual([])
  },
  // Filling takes a minute on a busy machine.
  300_000,
)
